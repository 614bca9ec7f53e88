import {
  Track,
  type LocalParticipant,
  type LocalTrackPublication,
  type TrackPublishOptions,
} from 'livekit-client';
import { keyOf, sourceOf } from './people.ts';
import type { TrackToSend, TrackKey } from './transport.ts';

const LIMITS = ['maxBitrate', 'maxFramerate', 'scaleResolutionDownBy'] as const;

/**
 * Publishes, replaces and unpublishes tracks as requested, one step after the other for each track. Requests outlive a
 * connection, so everything is published again after a reconnection.
 */
export class Outgoing {
  #wanted = new Map<TrackKey, TrackToSend>();
  #turns = new Map<TrackKey, Promise<void>>();
  #participant: LocalParticipant | undefined;

  /** Takes the participant of a new connection, on which nothing is published yet. */
  async attach(participant: LocalParticipant): Promise<void> {
    this.#participant = participant;
    await Promise.all([...this.#wanted.keys()].map((key) => this.#queueUpdate(key)));
  }

  detach(): void {
    this.#participant = undefined;
  }

  clear(): void {
    this.#wanted.clear();
    this.#participant = undefined;
  }

  wants(key: TrackKey): TrackToSend | undefined {
    return this.#wanted.get(key);
  }

  async setWanted(key: TrackKey, sending: TrackToSend | undefined): Promise<void> {
    if (sending) this.#wanted.set(key, sending);
    else this.#wanted.delete(key);
    await this.#queueUpdate(key);
  }

  sender(key: TrackKey): RTCRtpSender | undefined {
    return this.#publication(key)?.track?.sender;
  }

  #queueUpdate(key: TrackKey): Promise<void> {
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.#applyWanted(key));
    this.#turns.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }

  #publication(key: TrackKey): LocalTrackPublication | undefined {
    const all = [...(this.#participant?.trackPublications.values() ?? [])];
    return all.find((each) => keyOf(each) === key);
  }

  async #applyWanted(key: TrackKey): Promise<void> {
    const wanted = this.#wanted.get(key);
    const participant = this.#participant;
    if (!participant) return;
    const there = this.#publication(key);
    if (!wanted) return this.#withdraw(participant, there);
    if (!there?.track) return this.#publish(participant, key, wanted);
    if (there.track.mediaStreamTrack !== wanted.track) {
      await there.track.replaceTrack(wanted.track, true);
    }
    if (wanted.isMuted && !there.isMuted) await there.mute();
    if (!wanted.isMuted && there.isMuted) await there.unmute();
    await shape(there, wanted);
  }

  async #publish(participant: LocalParticipant, key: TrackKey, wanted: TrackToSend): Promise<void> {
    // A track that is muted from the start is published when it is first unmuted.
    if (wanted.isMuted) return;
    const publication = await participant.publishTrack(wanted.track, optionsFor(key, wanted));
    await shape(publication, wanted);
  }

  async #withdraw(participant: LocalParticipant, there: LocalTrackPublication | undefined): Promise<void> {
    if (there?.track) await participant.unpublishTrack(there.track, false);
  }
}

function optionsFor(key: TrackKey, { kind, encodings, isContentText }: TrackToSend): TrackPublishOptions {
  const source = sourceOf(key);
  const common = { source, name: key, stopMicTrackOnMute: false };
  if (kind === 'audio') {
    const isVoice = source === Track.Source.Microphone;
    return { ...common, dtx: isVoice, red: false, ...(!isVoice && { stream: key }) };
  }
  const isScreen = source === Track.Source.ScreenShare;
  return {
    ...common,
    videoCodec: 'vp8',
    simulcast: !isScreen || (encodings?.length ?? 1) > 1,
    ...(isScreen && {
      degradationPreference: isContentText === false ? 'maintain-framerate' : 'maintain-resolution',
    }),
  };
}

/** Applies limits to the layers of a published video: layers beyond the requested ones are disabled. */
async function shape({ track }: LocalTrackPublication, { kind, encodings }: TrackToSend): Promise<void> {
  const sender = track?.sender;
  if (kind !== 'video' || !encodings || !sender) return;
  const parameters = sender.getParameters();
  for (const [index, encoding] of parameters.encodings.entries()) limit(encoding, encodings[index]);
  await sender.setParameters(parameters);
}

function limit(encoding: RTCRtpEncodingParameters, wanted: RTCRtpEncodingParameters | undefined): void {
  encoding.active = wanted ? (wanted.active ?? true) : false;
  for (const each of LIMITS) if (wanted?.[each]) encoding[each] = wanted[each];
}
