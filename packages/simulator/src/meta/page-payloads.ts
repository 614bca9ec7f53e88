/** Deliveries of the Messenger Platform, in the shapes of its documentation. */
export type PageKind = 'messenger' | 'instagram';
/** The account that a delivery is about: the page, or the Instagram account connected with it. */
export type PageAccount = { kind: PageKind; id: string };

export const pageDelivery = ({ kind, id }: PageAccount, events: readonly object[]) => ({
  object: kind === 'messenger' ? 'page' : 'instagram',
  entry: [{ id, time: Date.now(), messaging: events }],
});

/** An event caused by a person. */
export const eventFrom = ({ id }: PageAccount, person: string, event: object, at = Date.now()) => ({
  sender: { id: person },
  recipient: { id },
  timestamp: at,
  ...event,
});

/** The echo of a message that the account itself sent to this person, for subscribed apps. */
export const echoTo = ({ id }: PageAccount, person: string, message: object, at = Date.now()) => ({
  sender: { id },
  recipient: { id: person },
  timestamp: at,
  message: { ...message, is_echo: true },
});
