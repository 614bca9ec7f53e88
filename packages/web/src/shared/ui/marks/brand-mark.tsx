import { useState } from 'react';
import { Avatar } from './avatar.tsx';
import { Logo } from './logo.tsx';

type Props = { logo: string | null; organisation: string; size: number; isNamed?: boolean };

/** A logo that is wider than this times its height is not legible in a square. */
const SQUARE_UP_TO = 2;

/** The workspace's own logo, or the product's where it has none. */
export function BrandMark({ logo, organisation, size, isNamed = false }: Props) {
  if (logo !== null) return <OwnLogo key={logo} {...{ logo, organisation, size, isNamed }} />;
  return (
    <>
      <Logo size={size} />
      {isNamed && <span>Trunkline</span>}
    </>
  );
}

/** In the narrow menu a wide logo is replaced by the organisation's initials, because it would be a few pixels high. */
function OwnLogo({ logo, organisation, size, isNamed }: Required<Props> & { logo: string }) {
  const [isWide, setWide] = useState(false);
  if (isWide && !isNamed) return <Avatar name={organisation} size={size} label />;
  return (
    <img
      src={logo}
      alt={organisation}
      style={{ height: size, maxWidth: isNamed ? '100%' : size, objectFit: 'contain' }}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setWide(naturalWidth > SQUARE_UP_TO * naturalHeight)
      }
    />
  );
}
