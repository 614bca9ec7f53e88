export const privacyOf = (id: number) => ['customers', 'privacy', id] as const;
