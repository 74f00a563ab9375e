// Whether this machine has what the stronger strategy needs, asked without the code under test. `npm run test:portable` has it say no.

export const hasHandles: boolean = process.platform === "linux";
