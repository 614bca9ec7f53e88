import { type AnswerChannel, Media } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { channelLabel } from './channel-label.ts';

const channel = (
  account_id: number,
  media_id: AnswerChannel['media_id'],
  address: string,
): AnswerChannel => ({
  account_id,
  account_name: `Line ${account_id}`,
  media_id,
  address,
  conversation_id: null,
});

it('tells two accounts of one medium apart, and writes numbers alike', () => {
  const all = [
    channel(1, Media.whatsapp, '62811'),
    channel(2, Media.sms, '+62811'),
    channel(3, Media.sms, '+62811'),
  ];
  expect(all.map((one) => channelLabel(one, all, one.media_id === Media.sms ? 'SMS' : 'WhatsApp'))).toEqual([
    'WhatsApp · +62811',
    'SMS · Line 2 · +62811',
    'SMS · Line 3 · +62811',
  ]);
});
