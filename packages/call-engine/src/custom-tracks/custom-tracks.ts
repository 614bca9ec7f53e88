import type { EngineState } from '../state.ts';
import type { TrackState } from '../tracks/track-state.ts';
import { CAM_AND_SCREEN, type Transport } from '../transport/transport.ts';
import type { Handlers, LibraryRequest } from '../wire.ts';

type Deps = {
  transport: Pick<Transport, 'send'>;
  state: () => EngineState;
  sharedTrack: () => MediaStreamTrack | undefined;
  maySend: (kind: 'audio' | 'video') => boolean;
  onChange: () => void;
};

/** Sends tracks that the application provides, each under its own name. */
export class CustomTracks {
  #deps: Deps;
  #count = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'start-custom-track': (request) => this.#start(request),
    'stop-custom-track': async ({ mediaTag }) => {
      await this.#stop(String(mediaTag));
      return { mediaTag };
    },
  };

  states(): Record<string, TrackState> {
    const held = this.#deps.state().local.public.customTracks;
    return Object.fromEntries(
      Object.entries(held).map(([tag, { track }]) => [
        tag,
        { subscribed: true, state: 'playable', kind: track.kind === 'video' ? 'video' : 'audio' } as const,
      ]),
    );
  }

  async #start({ properties }: LibraryRequest): Promise<{ mediaTag: string }> {
    const { transport, state, sharedTrack, maySend, onChange } = this.#deps;
    const { trackName } = (properties ?? {}) as { trackName?: string };
    const track = sharedTrack();
    if (!track) throw new Error('There is no track to send');
    const kind = track.kind === 'video' ? 'video' : 'audio';
    if (!maySend(kind)) throw new Error('You may not send tracks of your own in this meeting');
    this.#count += 1;
    const tag = trackName ?? `customTrack${this.#count}`;
    const held = state().local.public.customTracks;
    if ((CAM_AND_SCREEN as readonly string[]).includes(tag))
      throw new Error(`"${tag}" is a name of the library's own`);
    if (held[tag]) throw new Error(`A track with the name "${tag}" is being sent already`);
    held[tag] = { track };
    track.addEventListener('ended', () => {
      if (state().local.public.customTracks[tag]?.track === track) void this.#stop(tag);
    });
    onChange();
    await transport.send(tag, { kind, track, isMuted: false });
    return { mediaTag: tag };
  }

  async #stop(tag: string): Promise<void> {
    const held = this.#deps.state().local.public.customTracks;
    if (!held[tag]) return;
    delete held[tag];
    this.#deps.onChange();
    await this.#deps.transport.send(tag, undefined);
  }
}
