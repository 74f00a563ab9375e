// The built-in denied patterns, as data: files that contain keys and passwords, and little else. docs/denied.md gives the reason for each.
// They use only plain characters, `*`, `/` and braces, because built_in_lists.ts derives its quick check from their text.

/** `pattern` does not deny files that match `except`. Another pattern may deny them. */
export interface BuiltInDenial {
  readonly pattern: string;
  readonly except?: readonly string[];
}

/** These apply unless the owner switches off all built-in lists. */
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

/** Git's own settings. Its rules depend on them, so they are still read for that. */
export const GIT_CONFIGURATION = "**/.git/config";

const EXAMPLES = ["example", "sample", "template", "dist", "defaults"];

/** These apply with `deny_secrets`. Some projects keep plain settings in such files. */
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
  { pattern: GIT_CONFIGURATION },
  { pattern: "**/.git/modules/**/config" },
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
