import { IconEar, IconMessage2, IconUsers, type Icon } from '@tabler/icons-react';
import type { EscortMode } from '@trunkline/contract';

/** The icons of listening, whispering and joining. */
export const ESCORT_MODE_ICONS: Record<EscortMode, Icon> = {
  listen: IconEar,
  whisper: IconMessage2,
  barge: IconUsers,
};
