// @ts-check
// fdir, tinyglobby and fast-glob on a part of a tree. None of them sorts, checks or formats.

const UNLIMITED = "no limit: gives all that is within the depth";

/**
 * Directories and files down to `depth`, `limit` of them where there is such an option.
 * @param {string} root @param {number} depth @param {number} limit
 * @returns {Promise<import("../types.d.ts").Contestant[]>}
 */
export async function globContestants(root, depth, limit) {
  const { fdir } = await load("fdir");
  const { glob } = await load("tinyglobby");
  const { default: fastGlob } = await load("fast-glob");
  const options = { cwd: root, onlyFiles: false, deep: depth };
  const nothing = (/** @type {unknown} */ found) => {
    if (!Array.isArray(found) || found.length < limit) throw new Error(`found ${JSON.stringify(found).slice(0, 80)}`);
  };
  return [
    {
      name: "fdir",
      differs: "reads whole directories in any order until it has enough",
      // Its depth 0 is the root's own entries.
      run: () =>
        new fdir()
          .withDirs()
          .withMaxDepth(depth - 1)
          .withMaxFiles(limit)
          .crawl(root)
          .withPromise(),
      check: nothing,
    },
    {
      name: "tinyglobby",
      differs: UNLIMITED,
      run: () => glob("**", { ...options, expandDirectories: false }),
      check: nothing,
    },
    {
      name: "fast-glob",
      differs: "its stream, left after enough entries; any order",
      run: async () => {
        const found = [];
        for await (const path of fastGlob.stream("**", options)) {
          if (found.push(path) === limit) break;
        }
        return found;
      },
      check: nothing,
    },
  ];
}

/** The entries of one directory. @param {string} root @param {number} entries @returns {Promise<import("../types.d.ts").Contestant[]>} */
export async function globListContestants(root, entries) {
  const { fdir } = await load("fdir");
  const { glob } = await load("tinyglobby");
  const { default: fastGlob } = await load("fast-glob");
  const check = (/** @type {unknown} */ found) => {
    if (!Array.isArray(found) || Math.abs(found.length - entries) > 1) throw new Error("not the entries asked for");
  };
  const options = { cwd: root, onlyFiles: false, deep: 1 };
  return [
    {
      name: "fast-glob",
      differs: "with stats; any order",
      run: () => fastGlob("*", { ...options, stats: true }),
      check,
    },
    {
      name: "fdir",
      differs: "names only",
      run: () => new fdir().withDirs().withMaxDepth(0).crawl(root).withPromise(),
      check,
    },
    {
      name: "tinyglobby",
      differs: "names only",
      run: () => glob("*", { ...options, expandDirectories: false }),
      check,
    },
  ];
}

/** Not literal, so that nobody who checks this repository has to install them. @param {string} name */
function load(name) {
  return import(name);
}
