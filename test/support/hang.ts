// How long a child process of a test may take before it counts as hung. `npm run promises -- --mutations` sets a shorter time.

/** Far more than any of these programs takes, so that only one that hangs reaches it. */
export const HANG_MS = Number(process.env.PORTHOLE_HANG_MS) || 240_000;
