// Reads the files that rules come from: those inside through the workspace, those outside by the one door that there is for them.
// Leaves to others which files those are; a link that leads from inside to outside is never followed.

import { join, sep } from "node:path";
import { ToolError } from "../errors.ts";
import { mayPass } from "../workspace/faults.ts";
import { rawToText, stripRoot, textToRaw } from "../workspace/names.ts";
import { Pace } from "../workspace/pace.ts";
import {
  type Glance,
  glanceUnchecked,
  type Links,
  MAX_RULES_BYTES,
  type RulesFault,
  type RulesReading,
  readRulesUnchecked,
  realPathUnchecked,
} from "../workspace/rules_outside.ts";
import type { SealedNode, Workspace } from "../workspace/types.ts";

/** Where a file is. Inside: raw, relative to the root, no link on the way. Outside: an absolute path, raw. */
export type Spot =
  | { readonly zone: "inside"; readonly raw: string }
  | { readonly zone: "outside"; readonly raw: string; readonly links: Links };

export type RuleReader = Pick<RuleFiles, "root" | "glance" | "read" | "locate" | "follow" | "resolve" | "pathOf">;

export class RuleFiles {
  /** Absolute, links resolved. */
  readonly root: string;
  readonly #rootRaw: string;
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.root = workspace.rootNames[0] ?? "";
    this.#rootRaw = textToRaw(this.root);
  }

  glance(spot: Spot): Glance | null {
    return spot.zone === "inside"
      ? glanceUnchecked(this.#toPath(spot.raw), "refuse")
      : glanceUnchecked(spot.raw, spot.links);
  }

  read(spot: Spot): RulesReading {
    if (spot.zone === "outside") return readRulesUnchecked(spot.raw, spot.links);
    const text = rawToText(spot.raw);
    // The workspace is asked by text, which such a name has none of; the kernel then has to say where the file was found.
    if (textToRaw(text) !== spot.raw) return readRulesUnchecked(this.#toPath(spot.raw), "prove");
    const before = this.glance(spot);
    if (before === null) return refuse("missing");
    if (before.kind !== "file") return refuse(before.kind === "symlink" ? "symlink" : "not_a_file");
    const bytes = this.#readInside(text);
    if (!(bytes instanceof Uint8Array)) return refuse(bytes);
    const after = this.glance(spot);
    // Replaced meanwhile: what was read holds for this once, and is not remembered.
    return {
      bytes,
      glance: after?.stamp === before.stamp ? before : { ...before, changedMs: Number.POSITIVE_INFINITY },
    };
  }

  /** The spot of an absolute path as it stands. */
  locate(path: string): Spot {
    const raw = textToRaw(path);
    const inside = this.#toInside(raw);
    return inside === null ? { zone: "outside", raw, links: "refuse" } : { zone: "inside", raw: inside };
  }

  /** The spot that `name` in a folder leads to; `folder` is absolute and goes through no link. */
  follow(folder: string, name: string): Spot | "missing" | "leads_outside" {
    const path = join(folder, name);
    const spot = this.locate(path);
    const seen = this.glance(spot);
    if (seen === null) return "missing";
    return seen.kind === "symlink" ? this.resolve(path) : spot;
  }

  /** The spot that an absolute path leads to, whatever links it goes through. */
  resolve(path: string): Spot | "missing" | "leads_outside" {
    const real = realPathUnchecked(textToRaw(path));
    if (real === null) return "missing";
    const spot = this.locate(rawToText(real));
    return spot.zone === "outside" && this.locate(path).zone === "inside" ? "leads_outside" : spot;
  }

  /** The absolute path of a spot. */
  pathOf(spot: Spot): string {
    return spot.zone === "outside" ? rawToText(spot.raw) : join(this.root, rawToText(spot.raw));
  }

  #readInside(text: string): Uint8Array | RulesFault {
    let node: SealedNode;
    try {
      node = this.#workspace.resolveNow(text, new Pace());
    } catch (error) {
      if (mayPass(error)) throw error;
      return ToolError.isInstance(error) && error.code === "NOT_FOUND" ? "missing" : "unreadable";
    }
    try {
      // Elsewhere by now: a link has taken its place, or that of a folder on the way.
      if (node.kind !== "file" || node.location !== text) return "missing";
      if (node.metadata().sizeBytes > MAX_RULES_BYTES) return "too_large";
      const { bytes, more } = node.read(MAX_RULES_BYTES, new Pace());
      return more ? "too_large" : bytes;
    } catch (error) {
      if (mayPass(error)) throw error;
      return "unreadable";
    } finally {
      node.close();
    }
  }

  #toPath(raw: string): string {
    return this.#rootRaw.endsWith(sep) ? this.#rootRaw + raw : `${this.#rootRaw}/${raw}`;
  }

  #toInside(raw: string): string | null {
    const below = stripRoot(raw, this.#rootRaw, sep);
    return below === null || sep === "/" ? below : below.replaceAll(sep, "/");
  }
}

function refuse(fault: RulesFault): RulesReading {
  return { bytes: null, fault };
}
