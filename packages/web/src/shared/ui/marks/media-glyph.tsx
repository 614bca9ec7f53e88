import { Media, type MediaId } from '@trunkline/contract';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconDeviceMobileMessage,
  IconForms,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconPhoneCall,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const GLYPHS: Record<MediaId, Icon> = {
  [Media.voiceCall]: IconPhone,
  [Media.email]: IconMail,
  [Media.sms]: IconDeviceMobileMessage,
  [Media.whatsapp]: IconBrandWhatsapp,
  [Media.facebook]: IconBrandFacebook,
  [Media.liveChat]: IconMessageCircle,
  [Media.instagram]: IconBrandInstagram,
  [Media.videoCall]: IconVideo,
  [Media.videoTiles]: IconVideo,
  [Media.roomVoice]: IconPhoneCall,
  [Media.webForm]: IconForms,
};

type Props = { media: MediaId; size?: number; label?: boolean };

/** A channel's icon with a name for screen readers; `label` is false where the name stands beside it. */
export function MediaGlyph({ media, size = 16, label = true }: Props) {
  const { t } = useTranslation('shared');
  const Glyph = GLYPHS[media];
  const name = t(`media.${media}`);
  if (!label) return <Glyph size={size} stroke={1.75} aria-hidden />;
  return (
    <span role="img" aria-label={name} title={name} style={{ display: 'inline-flex' }}>
      <Glyph size={size} stroke={1.75} aria-hidden />
    </span>
  );
}
