import { CHECKLIST, CHECKLIST_ITEMS, Media, type ChecklistItem, type ListRow } from '@trunkline/contract';

/** The parts of the workspace that tell what was set up. */
export type WorkspaceProgress = {
  officeHours: readonly ListRow[];
  departments: readonly ListRow[];
  accounts: readonly { media_id: number; is_active: boolean }[];
  categories: readonly { is_active: boolean }[];
  people: readonly { is_active: boolean }[];
  canSendMail: boolean;
  hasBackups: boolean;
};

/** The default, which tells that nobody has changed it. */
const USUAL_WRAP_UP_SECONDS = 60;

const RULES: Record<ChecklistItem, (workspace: WorkspaceProgress) => boolean> = {
  // A new workspace is open around the clock until somebody changes that.
  hours: ({ officeHours }) => officeHours.length > 1 || officeHours.some(({ version }) => version > 1),
  channel: ({ accounts }) => accounts.some(({ is_active: isOn }) => isOn),
  mailbox: ({ accounts }) => accounts.some((each) => each.is_active && each.media_id === Media.email),
  outgoing_mail: ({ canSendMail }) => canSendMail,
  colleagues: ({ people }) => people.filter(({ is_active: isOn }) => isOn).length > 1,
  wrap_up: ({ departments }) =>
    departments.some(({ values }) => values['wrap_up_seconds'] !== USUAL_WRAP_UP_SECONDS),
  backup: ({ hasBackups }) => hasBackups,
  categories: ({ categories }) => categories.some(({ is_active: isOn }) => isOn),
};

/** The items of the checklist for a user, and whether each is done. */
export function checklistFor(
  codes: ReadonlySet<string>,
  workspace: WorkspaceProgress,
  dismissed: readonly ChecklistItem[],
): { item: ChecklistItem; is_done: boolean; is_dismissed: boolean }[] {
  return CHECKLIST_ITEMS.filter((item) => codes.has(`${CHECKLIST[item]}:EDIT`)).map((item) => ({
    item,
    is_done: RULES[item](workspace),
    is_dismissed: dismissed.includes(item),
  }));
}
