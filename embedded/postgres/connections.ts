import pg from 'pg'

// A lost connection fails the next query; without a listener, Node would exit. The shop has the same for its own pool.
const ignore = () => undefined

export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', ignore)
  return client
}

/** Creates a pool that outlives the death of any of its connections, also of one that is in use. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}
