/**
 * The modules as section 2 of the specification lists them (`MACROS`, `AUTOMATION` and `SKILLS` are ours), with their activity
 * codes. A role has a subset of both, which decides what is in the menu, and what the server allows.
 */
const menu = [
  ['', 'MONITORING', '/monitoring', ['VIEW', 'CONTROL']],
  ['', 'DASHBOARD', '/', ['VIEW']],
  ['', 'USER-ACTIVITY', '/user-activity', ['VIEW', 'EDIT']],
  [
    '',
    'TICKETS',
    '/tickets',
    [
      'VIEW',
      'CREATE',
      'REPLY',
      'NOTE',
      'EDIT',
      'ASSIGN',
      'TRANSFER',
      'SOLVE',
      'RECORDING_DOWNLOAD',
      'RECORDING_KEEP',
      'MAIL_SOURCE',
    ],
  ],
  ['', 'CUSTOMERS', '/customers', ['VIEW', 'CREATE', 'EDIT', 'BLOCK', 'IMPORT', 'EXPORT', 'PRIVACY']],
  ['', 'INFORMATION', '/information', ['VIEW', 'EDIT']],
  ['DASHBOARD', 'DASHBOARD_TICKET', '/', ['VIEW']],
  ['DASHBOARD', 'DASHBOARD_AGENT', '/dashboard/agent', ['VIEW']],
  ['DASHBOARD', 'DASHBOARD_SURVEY', '/dashboard/survey', ['VIEW']],
  ['QA', 'QA_SETTING', '/qa/qa_setting', ['VIEW', 'EDIT']],
  ['QA', 'QA_OBSERVATION', '/qa/observation', ['VIEW', 'EDIT']],
  ['QA', 'QA_PERFORMANCE_REPORT', '/qa/performance_report', ['VIEW']],
  ['QA', 'QA_SUMMARY_REPORT', '/qa/summary_report', ['VIEW']],
  ['REPORT', 'REPORT_EMAIL', '/reports/email', ['VIEW']],
  ['REPORT', 'REPORT_CALLS', '/reports/calls', ['VIEW']],
  ['REPORT', 'REPORT_WHATSAPP', '/reports/whatsapps', ['VIEW']],
  ['REPORT', 'REPORT_SMS', '/reports/sms', ['VIEW']],
  ['REPORT', 'REPORT_BREAK', '/reports/break_history', ['VIEW']],
  ['REPORT', 'REPORT_PERFORMANCE', '/reports/performance', ['VIEW']],
  ['REPORT', 'REPORT_CAMPAIGNS', '/reports/broadcast', ['VIEW']],
  ['REPORT', 'REPORT_TICKET_CHATBOT', '/reports/ticket_chatbot', ['VIEW']],
  ['REPORT', 'REPORT_USER_ACTIVITY', '/reports/user_activity', ['VIEW']],
  ['REPORT', 'REPORT_LIVE_CHAT', '/reports/livechat', ['VIEW']],
  ['REPORT', 'REPORT_MOBILE_CALL', '/reports/voip', ['VIEW']],
  ['REPORT', 'REPORT_FB_MESSENGER', '/reports/facebook', ['VIEW']],
  ['REPORT', 'REPORT_IG_MESSENGER', '/reports/instagram', ['VIEW']],
  ['REPORT', 'REPORT_SATISFACTION_METRICS', '/reports/satisfaction_metrics', ['VIEW']],
  ['SETTINGS', 'USERS', '/settings/users', ['VIEW', 'EDIT', 'RESET_PASSWORD', 'SESSIONS', 'SEE_AS', 'AUDIT']],
  ['SETTINGS', 'DEPARTMENTS', '/settings/departments', ['VIEW', 'EDIT']],
  ['SETTINGS', 'SKILLS', '/settings/skills', ['VIEW', 'EDIT']],
  ['SETTINGS', 'TYPES', '/settings/types', ['VIEW', 'EDIT']],
  ['SETTINGS', 'CATEGORY', '/settings/categories', ['VIEW', 'EDIT']],
  ['SETTINGS', 'SUBCATEGORY', '/settings/subcategories', ['VIEW', 'EDIT']],
  ['SETTINGS', 'CALLER_TYPES', '/settings/caller_types', ['VIEW', 'EDIT']],
  ['SETTINGS', 'BREAK_REASON', '/settings/break_reasons', ['VIEW', 'EDIT']],
  ['SETTINGS', 'OFFICE_HOURS', '/settings/office_hours', ['VIEW', 'EDIT']],
  ['SETTINGS', 'HOLIDAYS', '/settings/holidays', ['VIEW', 'EDIT']],
  ['SETTINGS', 'CUSTOM_FIELDS', '/settings/custom_fields', ['VIEW', 'EDIT']],
  ['SETTINGS', 'TEMPLATE_CONTENT', '/settings/media_template_content', ['VIEW', 'EDIT']],
  ['SETTINGS', 'MACROS', '/settings/macros', ['VIEW', 'EDIT']],
  ['SETTINGS', 'AUTOMATION', '/settings/automation', ['VIEW', 'EDIT']],
  ['SETTINGS', 'MEDIA_AUTOREPLIES', '/settings/media_autoreplies', ['VIEW', 'EDIT']],
  ['SETTINGS', 'INFORMATION_CATEGORY', '/settings/information_categories', ['VIEW', 'EDIT']],
  ['SETTINGS', 'SETTING_PRIORITY', '/settings/priorities', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_EMAILS', '/configurasi/config', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_MEDIA_CHAT', '/configurasi/config_media_chat', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_APP', '/configurasi/config_app', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_LIST_FIELD', '/configurasi/config_list_fields', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_SOCIAL_MEDIA', '/configurasi/config_socmed', ['VIEW', 'EDIT']],
  ['CONFIGURATION', 'CONFIG_SURVEY', '/configurasi/config_surveys/survey', ['VIEW', 'EDIT']],
  ['CAMPAIGN', 'WHATSAPP_CAMPAIGN', '/campaigns/whatsapp', ['VIEW', 'EDIT']],
  ['CAMPAIGN', 'EMAIL_CAMPAIGN', '/campaigns/email', ['VIEW', 'EDIT']],
  ['FAQ', 'FAQ_TOPIC', '/faq/topic', ['VIEW', 'EDIT']],
  ['FAQ', 'FAQ_SUBTOPIC', '/faq/subtopic', ['VIEW', 'EDIT']],
  ['FAQ', 'FAQ_QNA', '/faq/question', ['VIEW', 'EDIT']],
  ['FAQ', 'FAQ_KEYWORD', '/faq/keyword', ['VIEW', 'EDIT']],
  ['FAQ', 'FAQ_TOP_QUESTIONS', '/faq/top_question', ['VIEW', 'EDIT']],
  ['FAQ', 'QUESTIONS_RANK', '/faq/question_rank', ['VIEW']],
] as const;

export type MenuGroup = (typeof menu)[number][0];
export type ModuleCode = (typeof menu)[number][1];
export type ActivityCode = (typeof menu)[number][3][number];

export type ModuleEntry = {
  group: MenuGroup;
  code: ModuleCode;
  link: string;
  activities: readonly ActivityCode[];
};

/** All modules, in menu order. Those with an empty group are on the first level of the menu. */
export const MODULES: readonly ModuleEntry[] = menu.map(([group, code, link, activities]) => ({
  group,
  code,
  link,
  activities,
}));
