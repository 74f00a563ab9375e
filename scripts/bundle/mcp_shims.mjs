// Replaces the MCP SDK's runtime-specific choices: uses its light schema validator instead of ajv.
export { default as process } from "node:process";
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
