import type { Participant } from './participant.ts';

const NAME_MAX = 256;
const METADATA_MAX = 8192;
const ATTRIBUTE_NAME_MAX = 128;
const ATTRIBUTES_MAX = 64;

/** Applies the given name, metadata and attributes; values that are too long are truncated. */
export function applyMetadata(
  { identity }: Pick<Participant, 'identity'>,
  change: { name: string; metadata: string; attributes: Record<string, string> },
): void {
  if (change.name) identity.name = change.name.slice(0, NAME_MAX);
  if (change.metadata) identity.metadata = change.metadata.slice(0, METADATA_MAX);
  for (const [key, value] of Object.entries(change.attributes)) {
    const isKnown = Object.hasOwn(identity.attributes, key);
    if (value === '') delete identity.attributes[key];
    else if (isKnown || hasPlaceFor(identity.attributes, key)) {
      identity.attributes[key] = value.slice(0, METADATA_MAX);
    }
  }
}

function hasPlaceFor(attributes: Record<string, string>, key: string): boolean {
  return key.length <= ATTRIBUTE_NAME_MAX && Object.keys(attributes).length < ATTRIBUTES_MAX;
}
