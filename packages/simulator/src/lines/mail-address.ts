type MailPerson = { name: string; number: string };

/** Returns an e-mail address made of the letters of the name that are allowed in one. */
export function mailAddressOf({ name, number }: MailPerson): string {
  const words =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return `${[...words, number.slice(-4)].join('.')}@example.com`;
}
