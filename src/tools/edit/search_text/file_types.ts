// The file types of ripgrep that models name most, as globs. Data only.

import type { Meaning } from "../../../input/aliases.ts";

const GLOBS: Readonly<Record<string, readonly string[]>> = {
  c: ["*.[chH]"],
  cpp: ["*.[ChH]", "*.[ch]pp", "*.[ch]xx", "*.cc", "*.hh", "*.inl"],
  cs: ["*.cs"],
  css: ["*.css", "*.scss"],
  go: ["*.go"],
  html: ["*.htm", "*.html", "*.ejs"],
  java: ["*.java", "*.jsp", "*.jspx", "*.properties"],
  js: ["*.js", "*.jsx", "*.cjs", "*.mjs", "*.vue"],
  json: ["*.json", "composer.lock"],
  kotlin: ["*.kt", "*.kts"],
  md: ["*.md", "*.markdown", "*.mdown", "*.mkdn"],
  php: ["*.php", "*.php3", "*.php4", "*.php5", "*.phtml"],
  py: ["*.py", "*.pyi"],
  ruby: ["*.rb", "*.rbw", "*.gemspec", "Gemfile", "Rakefile", "config.ru"],
  rust: ["*.rs"],
  sql: ["*.sql", "*.psql"],
  swift: ["*.swift"],
  toml: ["*.toml", "Cargo.lock"],
  ts: ["*.ts", "*.tsx", "*.cts", "*.mts"],
  yaml: ["*.yaml", "*.yml"],
};

/** By type. */
export const FILE_TYPES: Readonly<Record<string, Meaning>> = Object.fromEntries(
  Object.entries(GLOBS).map(([type, include]) => [type, { include }]),
);
