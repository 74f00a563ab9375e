// Stands in for the MCP SDK's own choice of what differs between runtimes: its light schema validator instead of ajv.
export { default as process } from "node:process";
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";
