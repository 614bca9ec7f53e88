import { ConnectionQuality, ConnectionQualityInfo } from '@livekit/protocol';
import type { Participant } from '../rooms/participant.ts';

const POOR_LOSS = 0.06;
const GOOD_LOSS = 0.02;
const POOR_ROUND_TRIP_MS = 500;
const GOOD_ROUND_TRIP_MS = 250;

/** The connection quality of a participant, from the loss in both directions and the round-trip time. */
export function qualityOf(participant: Participant): ConnectionQualityInfo {
  const down = participant.subscriber.estimate.state.loss;
  const loss = Math.max(down, participant.publisher.recentLoss());
  const trips = participant.subscriber.streams.flatMap(({ roundTripMs }) => roundTripMs ?? []);
  const roundTripMs = trips.length > 0 ? Math.max(...trips) : 0;
  const quality =
    loss > POOR_LOSS || roundTripMs > POOR_ROUND_TRIP_MS
      ? ConnectionQuality.POOR
      : loss > GOOD_LOSS || roundTripMs > GOOD_ROUND_TRIP_MS
        ? ConnectionQuality.GOOD
        : ConnectionQuality.EXCELLENT;
  const score = Math.max(1, 5 - loss * 30 - roundTripMs / 250);
  return new ConnectionQualityInfo({ participantSid: participant.sid, quality, score });
}
