import { createServer, get } from 'node:http'

// The limit of reads: node:http alone, sending the same bytes and headers as the shop.
const [url = ''] = process.argv.slice(2)
get(url, { headers: { 'accept-encoding': 'br' } }, (result) => {
  const chunks: Buffer[] = []
  result.on('data', (chunk: Buffer) => chunks.push(chunk))
  result.on('end', () => {
    const body = Buffer.concat(chunks)
    const {
      date: _date,
      connection: _connection,
      'keep-alive': _keepAlive,
      'transfer-encoding': _encoding,
      ...headers
    } = result.headers
    const server = createServer((_request, response) => {
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body)
    })
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
    })
  })
})
