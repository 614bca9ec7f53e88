import {
  MODULES,
  splitActivities,
  type BodyOf,
  type updateLevel,
  type ActivityCode,
  type Level,
  type MenuGroup,
  type ModuleCode,
  type SecondFactorRule,
  type SignInRule,
  type Visibility,
} from '@trunkline/contract';

type Module = { activities: readonly ActivityCode[]; isOn: boolean };

/** What is edited of a role; the version is the one that the changes were begun on. */
export type LevelForm = {
  version: number;
  name: string;
  visibility: Visibility;
  secondFactor: SecondFactorRule;
  signIn: SignInRule;
  modules: Readonly<Partial<Record<ModuleCode, Module>>>;
};

/** A row of the matrix: a module with the activities that can be given. */
export type Row = { code: ModuleCode; activities: readonly ActivityCode[] };
export type Group = { group: MenuGroup; rows: readonly Row[] };
/** One cell: an activity of a module. */
export type Cell = { code: ModuleCode; activity: ActivityCode };

const keyOf = ({ code, activity }: Cell): string => `${code}:${activity}`;

export function formOf({
  version,
  name,
  visibility,
  second_factor: secondFactor,
  sign_in_rule: signIn,
  modules,
}: Level): LevelForm {
  const rows = new Map(modules.map((row) => [row.module_code, row]));
  const known = MODULES.flatMap(({ code }) => {
    const row = rows.get(code);
    if (!row) return [];
    return [[code, { activities: splitActivities(row.module_activity_code), isOn: row.is_active === 1 }]];
  });
  return {
    version,
    name,
    visibility,
    secondFactor,
    signIn,
    modules: Object.fromEntries(known) as LevelForm['modules'],
  };
}

/** As it travels. A module in which nothing is left is not there. */
export function modulesOf({ modules }: LevelForm): NonNullable<BodyOf<typeof updateLevel>['modules']> {
  return MODULES.flatMap(({ code }) => {
    const module = modules[code];
    if (!module || !module.activities.includes('VIEW')) return [];
    return [
      {
        module_code: code,
        module_activity_code: module.activities.join(','),
        is_active: module.isOn ? (1 as const) : (0 as const),
      },
    ];
  });
}

/** The modules of which something can be given, as the menu groups them. */
export function groupsOf(codes: readonly string[]): Group[] {
  const groups: { group: MenuGroup; rows: Row[] }[] = [];
  for (const { group, code, activities } of MODULES) {
    const row = { code, activities: activities.filter((activity) => codes.includes(`${code}:${activity}`)) };
    if (row.activities.length === 0) continue;
    const last = groups.at(-1);
    if (last?.group === group) last.rows.push(row);
    else groups.push({ group, rows: [row] });
  }
  return groups;
}

export function has({ modules }: Pick<LevelForm, 'modules'>, { code, activity }: Cell): boolean {
  const module = modules[code];
  return module?.isOn === true && module.activities.includes(activity);
}

/** Everything that a form opens. */
export const codesOf = (form: Pick<LevelForm, 'modules'>): ReadonlySet<string> =>
  new Set(
    MODULES.flatMap(({ code, activities }) =>
      activities.flatMap((activity) => (has(form, { code, activity }) ? [`${code}:${activity}`] : [])),
    ),
  );

/** With these cells given or taken. Nothing of a module is reached without VIEW: it comes with the first, and takes all along. */
export function withCells(form: LevelForm, cells: readonly Cell[], isGiven: boolean): LevelForm {
  return cells.reduce((all, cell) => withCell(all, cell, isGiven), form);
}

function withCell(form: LevelForm, { code, activity }: Cell, isGiven: boolean): LevelForm {
  const before = form.modules[code] ?? { activities: [], isOn: false };
  // What a switched-off module would open does not come back with one cell of it.
  const had = before.isOn ? before.activities : [];
  const set = (module: Module): LevelForm => ({ ...form, modules: { ...form.modules, [code]: module } });
  if (isGiven) {
    const wanted = new Set<ActivityCode>([...had, 'VIEW', activity]);
    return set({ activities: inOrder(code, wanted), isOn: true });
  }
  if (!before.isOn) return form;
  if (activity === 'VIEW') return set({ ...before, isOn: false });
  return set({ activities: had.filter((each) => each !== activity), isOn: true });
}

const inOrder = (code: ModuleCode, wanted: ReadonlySet<ActivityCode>): ActivityCode[] =>
  (MODULES.find((module) => module.code === code)?.activities ?? []).filter((each) => wanted.has(each));

/** Of several cells: all, none or some are given. */
export function stateOf(form: LevelForm, cells: readonly Cell[]): 'all' | 'none' | 'some' {
  const given = cells.filter((cell) => has(form, cell)).length;
  if (given === 0) return 'none';
  return given === cells.length ? 'all' : 'some';
}

/** Cells that this person may change: what they may give, and what is there and can be taken away. */
export const changeable = (form: LevelForm, cells: readonly Cell[], grantable: ReadonlySet<string>): Cell[] =>
  cells.filter((cell) => grantable.has(keyOf(cell)) || has(form, cell));

export type Changes = {
  gained: readonly string[];
  lost: readonly string[];
  visibility: { from: Visibility; to: Visibility } | null;
  /** What its people have to sign in with from now on. */
  secondFactor: SecondFactorRule | null;
  signIn: SignInRule | null;
};

/** What is different for whoever has the role. */
export function changesOf(before: LevelForm, after: LevelForm): Changes {
  const [had, now] = [codesOf(before), codesOf(after)];
  return {
    gained: [...now].filter((code) => !had.has(code)),
    lost: [...had].filter((code) => !now.has(code)),
    visibility:
      before.visibility === after.visibility ? null : { from: before.visibility, to: after.visibility },
    secondFactor: before.secondFactor === after.secondFactor ? null : after.secondFactor,
    signIn: before.signIn === after.signIn ? null : after.signIn,
  };
}

export const changesAnything = ({ gained, lost, ...others }: Changes): boolean =>
  gained.length > 0 || lost.length > 0 || Object.values(others).some((one) => one !== null);

/** Switching a module or a column: everything of it that may be given is, or nothing is left. */
export function switched(form: LevelForm, cells: readonly Cell[], grantable: ReadonlySet<string>): LevelForm {
  const open = changeable(form, cells, grantable);
  return withCells(form, open, stateOf(form, open) !== 'all');
}
