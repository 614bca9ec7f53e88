import { isFieldOfTrigger, RULE_STATUSES, RULE_TRIGGERS, ruleProblems } from '../automation/automation.ts';
import { mediaIdsWith } from '../conversations/channel-traits.ts';
import { LANGUAGES, PROFICIENCIES, type ListKind } from '../kit/codes.ts';
import { FIELD_ENTITIES, FIELD_KINDS, FIELD_REQUIRED } from '../custom-fields/custom-fields.ts';
import { LIMITS } from '../kit/limits.ts';
import { defineList, type SettingsList } from './list-endpoints.ts';
import {
  accountsField,
  checkField,
  choiceField,
  conditionsField,
  dateField,
  dayOfficeHoursField,
  lineField,
  numberField,
  optionalLineField,
  optionsField,
  emptyMeansNone,
  personField,
  referenceField,
  referencesField,
  stepField,
  textField,
  weekOfficeHoursField,
  zoneField,
  type ListValue,
  type ListValues,
} from './list-fields.ts';
import { MACRO_ASSIGNEES, MACRO_STATUSES } from '../automation/macros.ts';
import { toDialableNumber } from '../telephony/phone-calls.ts';
import { TICKET_FIELDS } from '../tickets/field-changes.ts';

const YEAR_MINUTES = 525_600;
const DAY_MINUTES = 1440;
const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
/** The channels on which replies are written. */
const WRITTEN = mediaIdsWith(({ isVoice }) => !isVoice);

/** The generic lists of the settings. A new one is an entry here, a table, and texts on the screen. */
export const LISTS: Readonly<Record<ListKind, SettingsList>> = {
  types: defineList({ kind: 'types', module: 'TYPES', fields: { name: lineField(LIMITS.name) } }),
  categories: defineList({
    kind: 'categories',
    module: 'CATEGORY',
    fields: { name: lineField(LIMITS.name), type_id: referenceField('types', { isOptional: true }) },
    within: 'type_id',
  }),
  subcategories: defineList({
    kind: 'subcategories',
    module: 'SUBCATEGORY',
    fields: { name: lineField(LIMITS.name), category_id: referenceField('categories') },
    within: 'category_id',
  }),
  caller_types: defineList({
    kind: 'caller_types',
    module: 'CALLER_TYPES',
    fields: { name: lineField(LIMITS.name) },
  }),
  departments: defineList({
    kind: 'departments',
    module: 'DEPARTMENTS',
    fields: {
      name: lineField(LIMITS.name),
      office_hours_id: referenceField('office_hours', { isOptional: true }),
      // The department whose agents are asked too after `overflow_seconds` of waiting.
      overflow_id: emptyMeansNone(referenceField('departments', { isOptional: true })),
      overflow_seconds: numberField(1, DAY_SECONDS),
      // How long wrap-up lasts after its calls; 0: until the agent ends it.
      wrap_up_seconds: { ...numberField(0, HOUR_SECONDS), initial: 60, isAside: true },
      // The number that is shown to people whom it calls.
      caller_number: { ...optionalLineField(LIMITS.identity), isAside: true },
    },
    asks: (field, values) => field !== 'overflow_seconds' || typeof values['overflow_id'] === 'number',
    wrong: ({ overflow_id: to, overflow_seconds: after, caller_number: number }) => [
      ...(typeof to === 'number' && typeof after !== 'number' ? ['overflow_seconds'] : []),
      ...(typeof number === 'string' && number !== '' && toDialableNumber(number) === null
        ? ['caller_number']
        : []),
    ],
  }),
  priorities: defineList({
    kind: 'priorities',
    module: 'SETTING_PRIORITY',
    fields: {
      name: lineField(LIMITS.name),
      first_response_minutes: numberField(1, YEAR_MINUTES),
      next_response_minutes: numberField(1, YEAR_MINUTES),
      resolution_minutes: numberField(1, YEAR_MINUTES),
      is_default: checkField(),
    },
  }),
  templates: defineList({
    kind: 'templates',
    module: 'TEMPLATE_CONTENT',
    fields: {
      name: lineField(LIMITS.name),
      // The name to type after a slash in the reply box.
      shortcut: lineField(LIMITS.shortcut, /^[\w-]+$/),
      language: choiceField(LANGUAGES),
      media_id: choiceField(WRITTEN, { isOptional: true }),
      department_id: referenceField('departments', { isOptional: true }),
      body: textField(LIMITS.body),
    },
    within: 'department_id',
  }),
  office_hours: defineList({
    kind: 'office_hours',
    module: 'OFFICE_HOURS',
    fields: {
      name: lineField(LIMITS.name),
      time_zone: zoneField(),
      hours: weekOfficeHoursField(),
      // For departments without office hours of their own.
      is_default: checkField(),
    },
  }),
  // Days that differ from their weekday.
  holidays: defineList({
    kind: 'holidays',
    module: 'HOLIDAYS',
    fields: {
      name: lineField(LIMITS.name),
      date: dateField(),
      is_yearly: checkField(),
      hours: dayOfficeHoursField(),
      office_hours_id: referenceField('office_hours', { isOptional: true }),
    },
    within: 'office_hours_id',
  }),
  custom_fields: defineList({
    kind: 'custom_fields',
    module: 'CUSTOM_FIELDS',
    fields: {
      name: lineField(LIMITS.name),
      entity: choiceField(FIELD_ENTITIES, { isFixed: true }),
      kind: choiceField(FIELD_KINDS, { isFixed: true }),
      options: optionsField(),
      required: choiceField(FIELD_REQUIRED),
      type_ids: referencesField('types'),
      category_ids: referencesField('categories'),
      key: lineField(LIMITS.fieldKey, /^[a-z]\w*$/i, { from: 'name' }),
      in_list: checkField(),
      hint: textField(LIMITS.answerLine, { isOptional: true }),
    },
    asks: isAskedOfField,
    wrong: wrongInField,
  }),
  macros: defineList({
    kind: 'macros',
    module: 'MACROS',
    fields: {
      name: lineField(LIMITS.name),
      department_id: referenceField('departments', { isOptional: true }),
      reply: textField(LIMITS.body, { isOptional: true }),
      sends_at_once: { ...checkField(), isAside: true },
      note: textField(LIMITS.body, { isOptional: true }),
      status: { ...choiceField(MACRO_STATUSES, { isOptional: true }), keeps: true },
      assignee: { ...choiceField(MACRO_ASSIGNEES, { isOptional: true }), keeps: true },
      assign_to_id: stepField(personField()),
      move_to_id: stepField(referenceField('departments', { isOptional: true })),
      priority_id: stepField(referenceField('priorities', { isOptional: true })),
      type_id: stepField(referenceField('types', { isOptional: true })),
      category_id: stepField(referenceField('categories', { isOptional: true })),
      tags_added: { ...optionalLineField(LIMITS.name * 2), isAside: true },
      tags_removed: { ...optionalLineField(LIMITS.name * 2), isAside: true },
    },
    within: 'department_id',
    wrong: wrongInMacro,
    acts: [
      'reply',
      'note',
      'status',
      'assignee',
      'assign_to_id',
      'move_to_id',
      'priority_id',
      'type_id',
      'category_id',
      'tags_added',
      'tags_removed',
    ],
  }),
  automation: defineList({
    kind: 'automation',
    module: 'AUTOMATION',
    startsOff: true,
    fields: {
      name: lineField(LIMITS.name),
      trigger: choiceField(RULE_TRIGGERS),
      minutes: { ...numberField(1, YEAR_MINUTES), isAside: true },
      words: { ...optionalLineField(LIMITS.name * 2), isAside: true },
      media_id: { ...choiceField(WRITTEN, { isOptional: true }), isAside: true },
      changed_field: { ...choiceField(TICKET_FIELDS, { isOptional: true }), isAside: true },
      before: conditionsField(),
      conditions: conditionsField(),
      move_to_id: stepField(referenceField('departments', { isOptional: true })),
      assign_to_id: stepField(personField()),
      requeue: { ...checkField(), isAside: true },
      priority_id: stepField(referenceField('priorities', { isOptional: true })),
      status: stepField(choiceField(RULE_STATUSES, { isOptional: true })),
      type_id: stepField(referenceField('types', { isOptional: true })),
      category_id: stepField(referenceField('categories', { isOptional: true })),
      tags_added: { ...optionalLineField(LIMITS.name * 2), isAside: true },
      tags_removed: { ...optionalLineField(LIMITS.name * 2), isAside: true },
      note: textField(LIMITS.body, { isOptional: true }),
      reply: textField(LIMITS.body, { isOptional: true }),
      tell_id: emptyMeansNone(stepField(personField())),
      tells_assignee: { ...checkField(), isAside: true },
      follower_id: emptyMeansNone(stepField(personField())),
      // Later rules are not run for the same event.
      is_last: checkField(),
    },
    asks: isFieldOfTrigger,
    wrong: ruleProblems,
    acts: [
      'move_to_id',
      'assign_to_id',
      'requeue',
      'priority_id',
      'status',
      'type_id',
      'category_id',
      'tags_added',
      'tags_removed',
      'note',
      'reply',
      'tell_id',
      'tells_assignee',
      'follower_id',
      'is_last',
    ],
  }),
  skills: defineList({
    kind: 'skills',
    module: 'SKILLS',
    fields: {
      name: lineField(LIMITS.name),
      // Required by customers of that language.
      language: emptyMeansNone(choiceField(LANGUAGES, { isOptional: true })),
      // The min. level of agents who are offered a conversation first.
      least: choiceField(PROFICIENCIES),
      account_ids: accountsField(),
    },
  }),
  break_reasons: defineList({
    kind: 'break_reasons',
    module: 'BREAK_REASON',
    fields: {
      name: lineField(LIMITS.name),
      is_paid: { ...checkField(), initial: true },
      limit_minutes: numberField(1, DAY_MINUTES),
      department_id: referenceField('departments', { isOptional: true }),
    },
    within: 'department_id',
  }),
  information_categories: defineList({
    kind: 'information_categories',
    module: 'INFORMATION_CATEGORY',
    fields: { name: lineField(LIMITS.name) },
  }),
};

const hasOptions = ({ kind }: ListValues): boolean => kind === 'choice' || kind === 'choices';

function isAskedOfField(field: string, values: ListValues): boolean {
  if (field === 'options') return hasOptions(values);
  if (field === 'type_ids' || field === 'category_ids') return values['entity'] === 'ticket';
  return true;
}

/** A choice needs options; a customer cannot be solved, so `solve` is not allowed for customers. */
function wrongInField(values: ListValues): string[] {
  const { options, entity, required } = values;
  return [
    ...(hasOptions(values) && Array.isArray(options) && options.length === 0 ? ['options'] : []),
    ...(entity === 'customer' && required === 'solve' ? ['required'] : []),
  ];
}

/** Whether a row of a list that should do something does nothing. */
export const hasNoAction = ({ acts }: Pick<SettingsList, 'acts'>, values: ListValues): boolean =>
  acts.length > 0 && acts.every((name) => isBlank(values[name]));

const isBlank = (value: ListValue | undefined): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'string' && value.trim() === '');

/** A ticket has one assignee. */
function wrongInMacro({ assignee, assign_to_id: person }: ListValues): string[] {
  return isBlank(assignee) || isBlank(person) ? [] : ['assign_to_id'];
}

/** The variables of a template, in double braces: `{{customer.name}}`. */
export const TEMPLATE_VARIABLES = ['customer.name', 'agent.name', 'ticket.number'] as const;
