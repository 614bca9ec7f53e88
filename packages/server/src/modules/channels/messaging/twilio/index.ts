import { Media } from '@trunkline/contract';
import { z } from 'zod';
import { ProviderError, type Provider } from '../providers/provider.ts';
import { readForm } from './read.ts';
import { createRest, type RestOptions } from './rest.ts';
import { isSignedBy } from './sign.ts';

const sent = z.object({ sid: z.string().min(1) });
const described = z.object({ friendly_name: z.string().catch('') });
const numbers = z.object({ incoming_phone_numbers: z.array(z.object({ phone_number: z.string() })) });

/**
 * SMS by Twilio. An account's address is its number, or the id of a messaging service; its business id is the account
 * SID, its access token the auth token, which signs deliveries too.
 */
export function createTwilio(options: RestOptions): Provider {
  const rest = createRest(options);
  return {
    provider: 'twilio',
    mediaId: Media.sms,
    addressOf: (phone) => phone,
    // SMS replies cannot carry files; customers can send pictures.
    textLimits: { alone: 1600, below: () => 0 },
    hasOptOut: true,
    acknowledgement: { type: 'text/xml', body: '<Response/>' },

    isGenuine: (account, { headers, body, search }) =>
      isSignedBy(account.accessToken, headers['x-twilio-signature'], account.webhookUrl + search, body),
    // The query string holds our mark and is read with the form.
    keep: ({ body, search }) =>
      search === '' ? body : Buffer.concat([body, Buffer.from(`&${search.slice(1)}`)]),
    read: readForm,

    async send(account, to, { text, mark }) {
      const { address, webhookUrl } = account;
      const form = new URLSearchParams({
        To: to,
        Body: text,
        [address.startsWith('MG') ? 'MessagingServiceSid' : 'From']: address,
        StatusCallback: `${webhookUrl}?${new URLSearchParams({ mark }).toString()}`,
      });
      const { sid } = await rest.call(account, '/Messages.json', sent, form);
      return { providerId: sid };
    },

    openMedia: (account, url, maxBytes) => rest.open(account, url, maxBytes),

    /** Checks that the account exists and owns the number. */
    async test(account) {
      const { address } = account;
      if (address.startsWith('MG')) {
        const { friendly_name: name } = await rest.call(account, '.json', described);
        return { shownAddress: name };
      }
      const query = new URLSearchParams({ PhoneNumber: address });
      const found = await rest.call(account, `/IncomingPhoneNumbers.json?${query.toString()}`, numbers);
      const own = found.incoming_phone_numbers.some(({ phone_number: number }) => number === address);
      if (!own)
        throw new ProviderError('account_unknown', `${address} is not a number of this account`, {
          isRetryable: true,
        });
      return { shownAddress: address };
    },
  };
}
