import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { clientKey, idText } from '../kit/shapes.ts';
import { mailAddress, typedAddresses } from './mail.ts';
import { message } from '../tickets/tickets.ts';

const oneMessage = z.object({ id: idText, messageId: idText });
/** Remote images tell the sender who reads a mail, when and where, so they are removed unless requested. */
const images = z.literal(['0', '1']).default('0');

export const getMessageHtml = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/messages/:messageId/html',
  permission: 'TICKETS:VIEW',
  summary:
    'The sanitised HTML of an e-mail: without scripts, and without remote images unless `images=1`. Quoted text is in elements with `data-quote`.',
  params: oneMessage,
  query: z.strictObject({ images }),
  response: z.object({
    data: z.object({
      html: z.string(),
      has_remote_images: z.boolean(),
      /**
       * The same as a page, valid for a while without signing in, with a policy of its own: the app's policy allows no remote
       * images, and a frame with `srcdoc` would inherit it.
       */
      frame_url: z.string(),
    }),
  }),
});

export const getMessageSource = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/messages/:messageId/source',
  permission: 'TICKETS:MAIL_SOURCE',
  summary: 'The original of an e-mail, as an .eml file.',
  params: oneMessage,
  response: z.unknown(),
  download: true,
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages/:messageId/retry',
  permission: 'TICKETS:REPLY',
  summary:
    'Send a failed message again: to the same recipients, or, for an e-mail, to `recipients` instead, which are checked like those of a reply. The same client_key sends it once; a client_key that was used for something else is refused as `already_sent`.',
  params: oneMessage,
  body: z.strictObject({
    client_key: clientKey,
    recipients: z
      .strictObject({
        to: typedAddresses.min(1),
        cc: typedAddresses.default([]),
        bcc: typedAddresses.default([]),
      })
      .optional(),
  }),
  response: z.object({ data: message }),
});

export const getAnswerRecipients = endpoint({
  method: 'GET',
  path: '/api/tickets/:id/answer-recipients',
  permission: 'TICKETS:REPLY',
  summary:
    'The recipients of a reply on this ticket: the last sender, except automatic ones. `others` are the customer, if different, and the other recipients of that e-mail, without duplicates and without the workspace’s own mailboxes. `is_unproven`: the sender of that e-mail could not be verified. `to_confirm` are addresses to which e-mails on the ticket ask for replies in place of their senders; the first reply to one has to repeat it in `confirmed`.',
  params: z.object({ id: idText }),
  /** The conversation on which it goes; by default the one where the customer wrote last. */
  query: z.strictObject({ conversation: idText.optional() }),
  response: z.object({
    data: z.object({
      to: z.array(mailAddress),
      others: z.array(mailAddress),
      is_unproven: z.boolean(),
      to_confirm: z.array(z.string()),
    }),
  }),
});

const signed = z.strictObject({
  until: z.coerce.number().int().nonnegative(),
  signature: z.string().max(100),
});

export const getMailFile = endpoint({
  method: 'GET',
  path: '/api/mail/files/:id',
  permission: 'public',
  summary: 'An inline image of an e-mail, by an address that is valid for a limited time.',
  params: z.object({ id: z.uuid() }),
  query: signed,
  response: z.unknown(),
  download: true,
});

export const getMailFrame = endpoint({
  method: 'GET',
  path: '/api/mail/frames/:messageId',
  permission: 'public',
  summary:
    'The sanitised HTML of an e-mail as a page for a frame, by an address that is valid for a limited time.',
  params: z.object({ messageId: idText }),
  query: signed.extend({
    images,
    /** For a hidden frame, whose height the app measures. */
    measured: z.literal('1').optional(),
  }),
  response: z.unknown(),
  download: true,
});
