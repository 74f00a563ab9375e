// The tests that depend on the runtime. `npm test` runs only these on Bun; `npm run test:all` runs everything on both.
// @ts-check

export const BUN_CORE = ["test/workspace/", "test/tools/", "test/patterns/", "test/discovery/", "test/text_form/"];
