import pg from 'pg'

/** Handles the loss of an idle connection; a running statement fails by itself. */
type OnLost = (error: Error) => void

/** Creates a client. Without a listener, Node ends the process when its connection dies between two statements. */
export function createClient(config: pg.ClientConfig, onLost: OnLost = () => undefined): pg.Client {
  const client = new pg.Client(config)
  client.on('error', onLost)
  return client
}

/** Creates a pool that outlives the death of any of its connections, also of one that is in use. */
export const createPool = (config: pg.PoolConfig, onLost?: OnLost): pg.Pool =>
  surviveLosses(new pg.Pool(config), onLost)

export function surviveLosses<Pool extends pg.Pool>(pool: Pool, onLost: OnLost = () => undefined): Pool {
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
