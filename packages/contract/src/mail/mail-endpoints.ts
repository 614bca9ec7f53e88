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
    'The HTML of a mail, cleaned: nothing in it runs, and remote images are taken out unless `images=1`. What it quotes stands in elements with `data-quote`.',
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
  summary: 'A mail as it came, as an .eml file.',
  params: oneMessage,
  response: z.unknown(),
  download: true,
});

export const retryMessage = endpoint({
  method: 'POST',
  path: '/api/tickets/:id/messages/:messageId/retry',
  permission: 'TICKETS:REPLY',
  summary:
    'Send a message again that could not be sent: to whom it went before, or, of a mail, to `recipients` instead. Refuses recipients as an answer does. The same client_key sends it once; one that stands for something else is refused as `already_sent`.',
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
    'Whom an answer on this ticket goes to: who wrote last, machines aside. `others` are the customer, where that is somebody else, and who else got that mail: nobody twice, and none of the workspace’s own mailboxes. Where `is_unproven`, nothing proves that the mail came from whom it names. `to_confirm` are addresses that mails on the ticket name to be answered in place of whom they are from; the first answer there has to name them in `confirmed`.',
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
  summary: 'A picture that a mail shows in place, by an address that is good for a while.',
  params: z.object({ id: z.uuid() }),
  query: signed,
  response: z.unknown(),
  download: true,
});

export const getMailFrame = endpoint({
  method: 'GET',
  path: '/api/mail/frames/:messageId',
  permission: 'public',
  summary: 'The cleaned HTML of a mail as a page for a frame, by an address that is good for a while.',
  params: z.object({ messageId: idText }),
  query: signed.extend({
    images,
    /** For a hidden frame, whose height the app measures. */
    measured: z.literal('1').optional(),
  }),
  response: z.unknown(),
  download: true,
});
