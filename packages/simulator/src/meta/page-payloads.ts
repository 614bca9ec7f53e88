/** Deliveries of the Messenger Platform, in the shapes of its documentation. */
export type PageKind = 'messenger' | 'instagram';
/** Where it is delivered for: the page, or the Instagram account that is connected with it. */
export type PageAccount = { kind: PageKind; id: string };

export const pageDelivery = ({ kind, id }: PageAccount, events: readonly object[]) => ({
  object: kind === 'messenger' ? 'page' : 'instagram',
  entry: [{ id, time: Date.now(), messaging: events }],
});

/** Something that a person did. */
export const eventFrom = ({ id }: PageAccount, person: string, event: object, at = Date.now()) => ({
  sender: { id: person },
  recipient: { id },
  timestamp: at,
  ...event,
});

/** Something that the account itself wrote: to the person, told to the apps that listen. */
export const echoTo = ({ id }: PageAccount, person: string, message: object, at = Date.now()) => ({
  sender: { id },
  recipient: { id: person },
  timestamp: at,
  message: { ...message, is_echo: true },
});
