/** Deliveries of WhatsApp's Cloud API, in the shapes of its documentation. */
export type Business = { businessId: string; numberId: string; shown: string };

const change = ({ businessId, numberId, shown }: Business, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: businessId,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: shown.replace(/\D/g, ''), phone_number_id: numberId },
            ...value,
          },
        },
      ],
    },
  ],
});

type Customer = { number: string; name: string };

export const messageDelivery = (business: Business, from: Customer, message: object) =>
  change(business, {
    contacts: [{ profile: { name: from.name }, wa_id: from.number }],
    messages: [{ from: from.number, ...message }],
  });

type StatusUpdate = {
  id: string;
  state: string;
  recipient: string;
  mark?: string | undefined;
  error?: object;
};

export const statusDelivery = (business: Business, { id, state, recipient, mark, error }: StatusUpdate) =>
  change(business, {
    statuses: [
      {
        id,
        status: state,
        timestamp: epochSeconds(),
        recipient_id: recipient,
        ...(mark !== undefined && { biz_opaque_callback_data: mark }),
        ...(error !== undefined && { errors: [error] }),
      },
    ],
  });

type TemplateDecision = { name: string; language: string; event: string; reason: string };

export const templateDelivery = (
  { businessId }: Business,
  { name, language, event, reason }: TemplateDecision,
) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: businessId,
      time: Date.now(),
      changes: [
        {
          field: 'message_template_status_update',
          value: {
            event,
            message_template_id: 594_425_479_261_596,
            message_template_name: name,
            message_template_language: language,
            reason,
          },
        },
      ],
    },
  ],
});

export const epochSeconds = (at = Date.now()): string => String(Math.floor(at / 1000));
