-- Whoever delivers something leases it: until now by putting off its next attempt.
alter table webhook_deliveries add column leased_until timestamptz(3);
comment on column webhook_deliveries.leased_until is 'Until when nobody else takes it; null: nobody has it.';
comment on column webhook_deliveries.next_try_at is 'Before that it is not tried.';
