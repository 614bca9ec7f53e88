-- The audit log calls calls and recordings by their ticket, and alerts by their rule.
create view report_call_tickets as
  select c.id, t.number from calls c join tickets t on t.id = c.ticket_id;
comment on view report_call_tickets is 'What the audit log may know of calls.';
create view report_recording_tickets as
  select r.id, t.number from call_recordings r join calls c on c.id = r.call_id join tickets t on t.id = c.ticket_id;
comment on view report_recording_tickets is 'What the audit log may know of recordings.';
create view report_alerts as select id, name from floor_alerts;
comment on view report_alerts is 'What the audit log may know of alerts.';
