import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconMail,
  IconPhone,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { IdentityKind } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

const GLYPHS: Record<IdentityKind, Icon> = {
  email: IconMail,
  phone: IconPhone,
  whatsapp: IconBrandWhatsapp,
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  visitor: IconWorld,
};

/** The sign of a customer's kind of address, named for those who cannot see it. */
export function IdentityGlyph({ kind }: { kind: IdentityKind }) {
  const { t } = useTranslation('shared');
  const Glyph = GLYPHS[kind];
  const name = t(`identity.${kind}`);
  return (
    <span role="img" aria-label={name} title={name} style={{ display: 'inline-flex' }}>
      <Glyph size={16} stroke={1.75} aria-hidden />
    </span>
  );
}
