// How large the ignore rules of one folder may be.

/**
 * The most that may be in force in one folder, with the rules of the folders above it, because every name is matched against all of it.
 * Each byte of the files counts one; rules and cells of the automaton count as much as their memory and time are worth. That is 260,000
 * rules, or 140,000 bytes of patterns with wildcards: a name of 255 bytes then takes some milliseconds. A guess: generated ignore files of
 * 100 KiB stay below it, whatever they contain.
 */
export const MAX_WEIGHT_IN_FORCE = 4 * 1024 * 1024;
