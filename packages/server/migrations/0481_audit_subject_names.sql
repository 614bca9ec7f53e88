-- The audit log calls what entries are about by name, besides people, roles, API keys, customers and accounts of channels.
create view report_webhooks as select id, name from webhooks;
comment on view report_webhooks is 'What the audit log may know of webhooks.';
create view report_sign_in_providers as select id, name from sign_in_providers;
comment on view report_sign_in_providers is 'What the audit log may know of sign-in providers.';
create view report_alert_rules as select id, name from floor_alert_rules;
comment on view report_alert_rules is 'What the audit log may know of alert rules.';
create view report_wall_links as select id, name from wall_links;
comment on view report_wall_links is 'What the audit log may know of wall displays.';
create view report_ticket_numbers as select id, number from tickets;
comment on view report_ticket_numbers is 'What the audit log may know of tickets.';
