import sdpTransform from 'sdp-transform';

export type SdpSection = {
  mid: string;
  kind: 'audio' | 'video';
  /** Whether the author of the description sends on this section. */
  isSending: boolean;
  /** The browser's name of the track. */
  trackId: string | undefined;
  /** Names of the simulcast layers, from the lowest quality to the highest; empty without simulcast. */
  rids: string[];
  ssrc: number | undefined;
  rtxSsrc: number | undefined;
};

export type Extensions = {
  mid?: number;
  rid?: number;
  repairedRid?: number;
  transportSequence?: number;
  audioLevel?: number;
};

const EXTENSION_NAMES: Record<string, keyof Extensions> = {
  'urn:ietf:params:rtp-hdrext:sdes:mid': 'mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id': 'rid',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id': 'repairedRid',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01': 'transportSequence',
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level': 'audioLevel',
};

export type PayloadTypes = { rtx: Set<number>; clockRates: Map<number, number> };
export type Description = { sections: SdpSection[]; extensions: Extensions; payloadTypes: PayloadTypes };

/** Parses what forwarding needs from a session description. */
export function readDescription(sdp: string): Description {
  const { media } = sdpTransform.parse(sdp);
  const extensions: Extensions = {};
  const payloadTypes: PayloadTypes = { rtx: new Set(), clockRates: new Map() };
  const sections: SdpSection[] = [];
  for (const section of media) {
    for (const { uri, value } of section.ext ?? []) {
      const name = EXTENSION_NAMES[uri];
      if (name) extensions[name] = value;
    }
    for (const { payload, codec, rate } of section.rtp) {
      if (codec.toLowerCase() === 'rtx') payloadTypes.rtx.add(payload);
      if (rate) payloadTypes.clockRates.set(payload, rate);
    }
    if (section.type === 'audio' || section.type === 'video') sections.push(readSection(section));
  }
  return { sections, extensions, payloadTypes };
}

type ParsedSection = ReturnType<typeof sdpTransform.parse>['media'][number];

function readSection(section: ParsedSection): SdpSection {
  const { direction, type, mid = '', rids = [], port } = section;
  return {
    mid: nameOf(mid),
    kind: type === 'audio' ? 'audio' : 'video',
    isSending: port !== 0 && (direction === 'sendrecv' || direction === 'sendonly'),
    trackId: trackIdOf(section),
    rids: rids.filter((rid) => rid.direction === 'send').map(({ id }) => nameOf(id)),
    ...ssrcsOf(section),
  };
}

/** The parser turns names that look like numbers into numbers, whatever its types say. */
const nameOf = (parsed: string | number): string => (typeof parsed === 'number' ? String(parsed) : parsed);

/** Firefox puts names in braces, which the parser does not know. */
function trackIdOf({ msid, invalid }: ParsedSection): string | undefined {
  const braced = invalid?.find(({ value }) => value.startsWith('msid:'))?.value.split(' ')[1];
  return msid?.[0]?.appdata ?? braced?.replace(/^\{(.*)\}$/, '$1');
}

function ssrcsOf({ ssrcGroups, ssrcs }: ParsedSection): Pick<SdpSection, 'ssrc' | 'rtxSsrc'> {
  const pair = ssrcGroups?.find(({ semantics }) => semantics === 'FID')?.ssrcs.split(' ');
  const first = pair?.[0] ?? ssrcs?.[0]?.id;
  const repair = pair?.[1];
  return {
    ssrc: first === undefined ? undefined : Number(first),
    rtxSsrc: repair === undefined ? undefined : Number(repair),
  };
}
