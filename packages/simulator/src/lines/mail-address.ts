type Who = { name: string; number: string };

/** Somebody's address. Of names in whatever letters it takes those that can stand in one. */
export function mailAddressOf({ name, number }: Who): string {
  const words =
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return `${[...words, number.slice(-4)].join('.')}@example.com`;
}
