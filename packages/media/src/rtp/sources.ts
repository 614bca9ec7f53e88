import { InboundStream } from './inbound-stream.ts';
import type { RtpHeader } from './rtp-header.ts';
import type { Description, Extensions, PayloadTypes, SdpSection } from './sdp.ts';

/** One stream of packets, and the section of the session description and layer that it belongs to. */
export type PacketSource = { mid: string; rid: string; kind: SdpSection['kind']; stream: InboundStream };

type Header = Pick<RtpHeader, 'ssrc' | 'payloadType' | 'extensions'>;

/** No honest client opens more: three videos with three layers each, and audio. */
const SOURCES_MAX = 64;

/**
 * Finds the source of a packet. The first packets of a stream name section and layer, or the session description did; later
 * ones only have the SSRC. The layer alone is not enough, since camera and screen of one person use the same layer names.
 */
export class Sources {
  extensions: Extensions = {};
  #sections = new Map<string, SdpSection>();
  #payloadTypes: PayloadTypes = { rtx: new Set(), clockRates: new Map() };
  #originals = new Map<number, PacketSource>();
  #repairs = new Map<number, PacketSource>();

  all(): PacketSource[] {
    return [...this.#originals.values()];
  }

  get(ssrc: number): PacketSource | undefined {
    return this.#originals.get(ssrc);
  }

  /** Applies a negotiated description, and forgets the streams of sections that no longer send. */
  agree({ sections, extensions, payloadTypes }: Description): void {
    this.extensions = extensions;
    this.#payloadTypes = payloadTypes;
    this.#sections = new Map(sections.map((section) => [section.mid, section]));
    for (const known of [this.#originals, this.#repairs]) {
      for (const [ssrc, { mid }] of known) if (!this.#sections.get(mid)?.isSending) known.delete(ssrc);
    }
  }

  /** Undefined where it belongs to no negotiated stream. */
  find(header: Header): { source: PacketSource; isRepair: boolean } | undefined {
    const isRepair = this.#payloadTypes.rtx.has(header.payloadType);
    const known = isRepair ? this.#repairs : this.#originals;
    const source = known.get(header.ssrc) ?? this.#learn(header, isRepair);
    return source && { source, isRepair };
  }

  #learn(header: Header, isRepair: boolean): PacketSource | undefined {
    const section =
      this.#sections.get(textOf(header, this.extensions.mid)) ?? this.#sectionBySsrc(header.ssrc, isRepair);
    if (!section) return undefined;
    const rid = textOf(header, isRepair ? this.extensions.repairedRid : this.extensions.rid);
    if (section.rids.length > 0 && !section.rids.includes(rid)) return undefined;
    return isRepair ? this.#addRepair(header, section, rid) : this.#addSource(header, section, rid);
  }

  #addRepair({ ssrc }: Header, { mid }: SdpSection, rid: string): PacketSource | undefined {
    const original = this.all().find((source) => source.mid === mid && source.rid === rid);
    if (original) this.#repairs.set(ssrc, original);
    return original;
  }

  #addSource(
    { ssrc, payloadType }: Header,
    { mid, kind }: SdpSection,
    rid: string,
  ): PacketSource | undefined {
    if (this.#originals.size >= SOURCES_MAX) return undefined;
    const clockRate = this.#payloadTypes.clockRates.get(payloadType) ?? 90_000;
    const source = { mid, rid, kind, stream: new InboundStream(ssrc, clockRate) };
    this.#originals.set(ssrc, source);
    return source;
  }

  #sectionBySsrc(ssrc: number, isRepair: boolean): SdpSection | undefined {
    const sections = [...this.#sections.values()];
    return sections.find((section) => (isRepair ? section.rtxSsrc : section.ssrc) === ssrc);
  }
}

function textOf({ extensions }: Header, id: number | undefined): string {
  return extensions.find((extension) => extension.id === id)?.payload.toString('ascii') ?? '';
}
