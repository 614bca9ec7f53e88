create index messaging_deliveries_unprocessed on messaging_deliveries (channel_account_id, id)
  where (state = 'failed' or (state = 'received' and attempts > 0));
