import {
  IconBinaryTree2,
  IconBuilding,
  IconCategory,
  IconFlag,
  IconCalendarOff,
  IconClockHour9,
  IconPhoneIncoming,
  IconTags,
  IconTemplate,
  IconUsersGroup,
  IconMail,
  IconMessages,
  IconSettings,
  IconTicket,
  IconUsers,
  IconChartBar,
  IconChecklist,
  IconHelpCircle,
  IconLayoutDashboard,
  IconSpeakerphone,
  IconAdjustments,
  type Icon,
} from '@tabler/icons-react';
import type { MenuGroup } from '@trunkline/contract';
import type { BuiltCode } from '../pages.ts';

export const PAGE_ICONS: Record<BuiltCode, Icon> = {
  TICKETS: IconTicket,
  CUSTOMERS: IconUsers,
  DEPARTMENTS: IconUsersGroup,
  TYPES: IconTags,
  CATEGORY: IconCategory,
  SUBCATEGORY: IconBinaryTree2,
  CALLER_TYPES: IconPhoneIncoming,
  TEMPLATE_CONTENT: IconTemplate,
  OFFICE_HOURS: IconClockHour9,
  HOLIDAYS: IconCalendarOff,
  SETTING_PRIORITY: IconFlag,
  CONFIG_EMAILS: IconMail,
  CONFIG_APP: IconBuilding,
  CONFIG_MEDIA_CHAT: IconMessages,
};

export const GROUP_ICONS: Record<Exclude<MenuGroup, ''>, Icon> = {
  DASHBOARD: IconLayoutDashboard,
  QA: IconChecklist,
  REPORT: IconChartBar,
  SETTINGS: IconAdjustments,
  CONFIGURATION: IconSettings,
  CAMPAIGN: IconSpeakerphone,
  FAQ: IconHelpCircle,
};
