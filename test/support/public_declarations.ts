// The public types of the package: the names that the entry points of package.json export, the types that those extend, and their members,
// each with whether it has a JSDoc comment. Reads the built declarations. Tests only.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "rolldown/utils";

/** A node of the syntax tree; only the fields that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Module {
  readonly text: string;
  /** The module's declarations by name; a function may be declared several times. */
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
  /** Names from another file, as a path and the name there. */
  readonly foreign: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly exported: readonly string[];
}

interface Declaration {
  /** The start of the statement including `export`; a comment precedes it. */
  readonly start: number;
  readonly node: Node;
}

export interface PublicName {
  /** `file: Type.member` */
  readonly name: string;
  readonly isDocumented: boolean;
}

const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value : []) as Node[];
const asNode = (value: unknown) => value as Node;
const nameOf = (value: unknown): string => {
  const { name, value: text } = value as { name?: string; value?: string };
  return String(name ?? text);
};

function readModule(file: string): Module {
  const text = readFileSync(file, "utf8");
  const { program } = parseSync(file, text, { lang: "dts" });
  const declared = new Map<string, Declaration[]>();
  const foreign = new Map<string, { file: string; name: string }>();
  const exported: string[] = [];
  const resolve = (source: unknown) => join(dirname(file), nameOf(source).replace(/\.ts$/, ".d.ts"));
  const declare = (start: number, node: Node) => {
    const ids = node.type === "VariableDeclaration" ? asNodes(node.declarations).map(({ id }) => id) : [node.id];
    for (const id of ids) declared.set(nameOf(id), [...(declared.get(nameOf(id)) ?? []), { start, node }]);
    return ids.map(nameOf);
  };
  for (const statement of program.body as unknown as Node[]) {
    const { type, source, declaration, specifiers, start } = statement;
    if (type === "ImportDeclaration")
      for (const { local, imported } of asNodes(specifiers))
        foreign.set(nameOf(local), { file: resolve(source), name: nameOf(imported) });
    else if (type === "ExportNamedDeclaration" && declaration) exported.push(...declare(start, asNode(declaration)));
    else if (type === "ExportNamedDeclaration")
      for (const { local, exported: outer } of asNodes(specifiers)) {
        exported.push(nameOf(outer));
        if (source) foreign.set(nameOf(outer), { file: resolve(source), name: nameOf(local) });
      }
    else if ("id" in statement || "declarations" in statement) declare(start, statement);
  }
  return { text, declared, foreign, exported };
}

const isComment = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/;
const MEMBERS = new Set([
  ...["TSPropertySignature", "TSMethodSignature", "TSCallSignatureDeclaration"],
  ...["PropertyDefinition", "MethodDefinition", "TSAbstractMethodDefinition", "TSAbstractPropertyDefinition"],
]);

/**
 * Declarations whose members are part of the reference. Parameters of functions and values of constants are described by the declaration's
 * own comment.
 */
const TYPES = new Set(["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "ClassDeclaration"]);

interface Member {
  readonly label: string;
  readonly start: number;
}

/** The members of an interface, a class or a type, including those of inline types. */
function membersOf(value: unknown, prefix: string): Member[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, prefix));
  if (typeof value !== "object" || value === null) return [];
  const node = value as Node;
  if (!MEMBERS.has(node.type)) return Object.values(node).flatMap((child) => membersOf(child, prefix));
  if (isInternal(node)) return [];
  const label = `${prefix}.${labelOf(node)}`;
  return [{ label, start: node.start }, ...Object.values(node).flatMap((child) => membersOf(child, label))];
}

const isInternal = ({ accessibility, kind, key }: Node) =>
  accessibility === "private" || kind === "constructor" || (key && asNode(key).type === "PrivateIdentifier");

/** The names of the types that an interface or a class extends, also as `Omit<Base, …>`. */
function basesOf({ extends: heritage, superClass }: Node): string[] {
  const bases = asNodes(heritage).flatMap(({ expression, typeArguments }) => [
    nameOf(expression),
    ...asNodes((typeArguments as Node | null)?.params).flatMap(({ typeName }) => (typeName ? [nameOf(typeName)] : [])),
  ]);
  return superClass ? [...bases, nameOf(superClass)] : bases;
}

function labelOf(member: Node): string {
  if (member.type === "TSCallSignatureDeclaration") return "()";
  const key = asNode(member.key);
  return member.computed === true ? `[${nameOf(key.object)}.${nameOf(key.property)}]` : nameOf(key);
}

export function listPublicNames(root: string): PublicName[] {
  const modules = new Map<string, Module>();
  const open = (file: string) => {
    const module = modules.get(file) ?? readModule(file);
    modules.set(file, module);
    return module;
  };
  const found = new Map<string, PublicName>();
  const visited = new Set<string>();

  const visit = (file: string, name: string): void => {
    if (visited.has(`${file}#${name}`)) return;
    visited.add(`${file}#${name}`);
    const { text, declared, foreign } = open(file);
    const elsewhere = foreign.get(name);
    if (elsewhere !== undefined) {
      if (elsewhere.file.startsWith(root)) visit(elsewhere.file, elsewhere.name);
      return;
    }
    const here = file.slice(root.length);
    const add = (label: string, start: number) => {
      const key = `${here}: ${label}`;
      const isDocumented = isComment.test(text.slice(0, start)) || found.get(key)?.isDocumented === true;
      found.set(key, { name: key, isDocumented });
    };
    for (const { start, node } of declared.get(name) ?? []) {
      add(name, start);
      if (TYPES.has(node.type)) for (const { label, start } of membersOf(node, name)) add(label, start);
      for (const base of basesOf(node)) visit(file, base);
    }
  };

  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const door of Object.values<{ types?: string }>(exports))
    if (door.types !== undefined)
      for (const name of open(join(root, door.types)).exported) visit(join(root, door.types), name);
  return [...found.values()];
}
