// The built-in denied patterns, as data: files that hold keys and passwords, and little else. docs/denied.md gives the reason for each.
// Made of plain characters, `*`, `/` and braces: denied.ts finds out from their text which paths they cannot match.

/** What `except` matches is not denied by `pattern`. It may be denied by another one. */
export interface BuiltInDenial {
  readonly pattern: string;
  readonly except?: readonly string[];
}

/** Always in force, unless the owner switches all built-in lists off. */
export const DEFAULT_DENIED_PATTERNS: readonly string[] = Object.freeze([
  "**/.ssh/**",
  "**/.gnupg/**",
  "**/id_rsa*",
  "**/id_dsa*",
  "**/id_ecdsa*",
  "**/id_ed25519*",
  "**/*.pem",
  "**/*.key",
  "**/*.p12",
  "**/*.pfx",
  "**/*.ppk",
  "**/.netrc",
  "**/_netrc",
  "**/.pgpass",
  "**/.pypirc",
  "**/.git-credentials",
  "**/.aws/credentials",
  "**/.docker/config.json",
  "**/.kube/config",
]);

const EXAMPLES = ["example", "sample", "template", "dist", "defaults"];

/** In force with `deny_secrets`. Projects keep plain settings in some of these too. */
export const DENIED_SECRETS: readonly BuiltInDenial[] = [
  { pattern: "**/.env" },
  { pattern: "**/.env.*", except: EXAMPLES.map((end) => `**/.env.${end}`) },
  { pattern: "**/.dev.vars" },
  { pattern: "**/.dev.vars.*", except: EXAMPLES.map((end) => `**/.dev.vars.${end}`) },
  { pattern: "**/.secrets" },
  { pattern: "**/secrets.{yml,yaml}", except: ["**/templates/secrets.{yml,yaml}"] },
  { pattern: "**/secrets.{json,toml}" },
  { pattern: "**/credentials.json" },
  { pattern: "**/service-account*.json" },
  { pattern: "**/service_account*.json" },
  { pattern: "**/client_secret*.json" },
  { pattern: "**/application_default_credentials.json" },
  { pattern: "**/local.settings.json" },
  { pattern: "**/.npmrc" },
  { pattern: "**/.yarnrc.yml" },
  { pattern: "**/.cargo/credentials{,.toml}" },
  { pattern: "**/.gem/credentials" },
  { pattern: "**/.composer/auth.json" },
  { pattern: "**/.config/git/credentials" },
  { pattern: "**/.config/gh/hosts.yml" },
  { pattern: "**/.config/gcloud/**" },
  { pattern: "**/.azure/accessTokens.json" },
  { pattern: "**/.azure/msal_token_cache.*" },
  { pattern: "**/.dockercfg" },
  { pattern: "**/.dockerconfigjson" },
  { pattern: "**/*.kubeconfig" },
  { pattern: "**/.htpasswd" },
  { pattern: "**/.my.cnf" },
  { pattern: "**/.mylogin.cnf" },
  { pattern: "**/.s3cfg" },
  { pattern: "**/.boto" },
  { pattern: "**/rclone.conf" },
  { pattern: "**/.databrickscfg" },
  { pattern: "**/.clasprc.json" },
  { pattern: "**/kaggle.json" },
  { pattern: "**/terraform.tfstate*" },
  { pattern: "**/credentials.tfrc.json" },
  { pattern: "**/.vault-token" },
  { pattern: "**/.vault_pass*" },
  { pattern: "**/*.kdbx" },
  { pattern: "**/*.jks" },
  { pattern: "**/*.keystore" },
  { pattern: "**/keystore.properties" },
  { pattern: "**/AuthKey_*.p8" },
  { pattern: "**/*.ovpn" },
  { pattern: "**/.codex/auth.json" },
  { pattern: "**/.claude/.credentials.json" },
  { pattern: "**/.gemini/oauth_creds.json" },
];
