alter table departments add column caller_number text not null default '';
comment on column departments.caller_number is 'Which number people see whom this department calls; empty: as the gateway does.';
