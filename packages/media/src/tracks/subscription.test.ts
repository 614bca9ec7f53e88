import { TrackInfo, TrackType } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { PublishedTrack } from './published-track.ts';
import type { OutgoingTransceiver, SubscriberConnection } from '../rtp/subscriber-connection.ts';
import { Subscription } from './subscription.ts';

test('no key frame is requested before the connection is established, because it would be lost', () => {
  const asked: string[] = [];
  const info = new TrackInfo({ sid: 'TR_1', type: TrackType.VIDEO });
  const owner = { sid: 'PA_1', identity: 'visitor-1' };
  const track = new PublishedTrack(info, 'camera', owner, (_mid, rid) => void asked.push(rid));
  track.bind('1', ['q', 'h']);
  const connection = { isConnected: false };
  const outlet = { kind: 'video', stream: undefined, isFree: false } as OutgoingTransceiver;
  const subscription = new Subscription(track, outlet, connection as SubscriberConnection);

  subscription.choose('q');
  subscription.requestKeyFrame();
  expect(asked).toEqual([]);

  connection.isConnected = true;
  subscription.requestKeyFrame();
  expect(asked).toEqual(['q']);
  track.close();
});
