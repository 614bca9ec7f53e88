import smpp from 'smpp';

export type { Pdu, Session } from 'smpp';

/**
 * The library decodes texts, but takes ASCII for GSM-7, does not know the operator's default alphabet, and refuses a whole message for a
 * date that it cannot parse. So deliveries are passed on as bytes.
 */
function passBytesThrough(): void {
  const { deliver_sm: deliver } = smpp.commands;
  const { message_payload: payload } = smpp.tlvs;
  if (!deliver || !payload) throw new Error('the SMPP library is not as we know it');
  const { cstring, buffer } = smpp.types;
  smpp.addCommand('deliver_sm', {
    id: deliver.id,
    params: {
      ...deliver.params,
      schedule_delivery_time: { type: cstring },
      validity_period: { type: cstring },
      short_message: { type: buffer },
    },
  });
  smpp.addTLV('message_payload', { id: payload.id, type: payload.type });
}
passBytesThrough();

export { smpp };
