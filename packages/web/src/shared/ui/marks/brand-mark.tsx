import { Logo } from './logo.tsx';

type Props = { logo: string | null; organisation: string; size: number; isNamed?: boolean };

/** The workspace's own logo, or the product's where it has none. */
export function BrandMark({ logo, organisation, size, isNamed = false }: Props) {
  if (logo !== null)
    return (
      <img
        src={logo}
        alt={organisation}
        style={{ height: size, maxWidth: isNamed ? '100%' : size, objectFit: 'contain' }}
      />
    );
  return (
    <>
      <Logo size={size} />
      {isNamed && <span>Trunkline</span>}
    </>
  );
}
