import { type AnswerChannel, Media } from '@trunkline/contract';

/**
 * Returns what the button of a channel says, such as `SMS · +62811…`, and the account's name too where another account has the same
 * medium and address.
 */
export function channelLabel(channel: AnswerChannel, all: readonly AnswerChannel[], medium: string): string {
  const isLike = ({ media_id, address }: AnswerChannel) =>
    media_id === channel.media_id && address === channel.address;
  const isAmbiguous = all.filter(isLike).length > 1;
  // WhatsApp names a number without its plus sign.
  const address =
    channel.media_id === Media.whatsapp && /^\d+$/.test(channel.address)
      ? `+${channel.address}`
      : channel.address;
  return [medium, ...(isAmbiguous ? [channel.account_name] : []), address].join(' · ');
}
