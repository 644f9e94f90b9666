import { lookup as lookUp } from 'node:dns/promises'
import { open } from 'node:fs/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Reports an address that the server does not call, whatever answers there. */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError'
}

/** Reports an answer that is longer than what the caller takes. */
export class AnswerTooLongError extends Error {
  override name = 'AnswerTooLongError'
}

/** Reports that there was no complete answer in time. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

/**
 * Says which addresses may be called: `public` ones by HTTPS; also this machine (`loopback`), the own network (`private`), or both
 * (`local`). These by HTTP as well.
 */
export type Reach = 'public' | 'loopback' | 'private' | 'local'

/** Returns all IP addresses of a host name. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

export interface PublicRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Headers with secrets, which go to the host of the first address only. */
  secretHeaders?: Record<string, string>
  body?: string
  /** Takes an answer with the status 200 into this file instead of the memory. */
  saveTo?: string
  reach: Reach
  /** Set if public addresses may also be called by HTTP. */
  allowHttp?: true
  /** None by default. Each address on the way is checked like the first one. */
  maxRedirects?: number
  /** For the whole exchange. */
  timeoutMs: number
  /** Limits the answer, which is cut off beyond, or refused with `refuseLonger`. */
  maxBytes: number
  refuseLonger?: true
  resolve?: Resolve
}

export interface PublicResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/**
 * Calls an address that comes from input. It must not reach what only this machine can reach: host names are resolved here, every address
 * is checked, and the connection goes to a checked one, so that no second answer of the DNS counts. Throws AddressRefusedError,
 * AnswerTooLongError, NoAnswerError, or what went wrong on the way.
 */
export async function fetchPublic(address: string, request: PublicRequest): Promise<PublicResponse> {
  const { timeoutMs, maxRedirects = 0 } = request
  const signal = AbortSignal.timeout(timeoutMs)
  let next = address
  try {
    for (let redirects = 0; ; redirects++) {
      const { secretHeaders, ...rest } = request
      const isFirst = secretHeaders !== undefined && URL.canParse(next) && originOf(next) === originOf(address)
      const headers = { ...rest.headers, ...(isFirst && secretHeaders) }
      const response = await send(next, { ...rest, headers }, signal)
      const { location } = response.headers
      if (redirects >= maxRedirects || location === undefined || !isRedirect(response.status)) return response
      if (!URL.canParse(location, next)) throw new AddressRefusedError('this is no web address')
      next = new URL(location, next).href
    }
  } catch (error) {
    if (signal.aborted) throw new NoAnswerError(`no answer within ${timeoutMs / 1000} seconds`, { cause: error })
    throw error
  }
}

const originOf = (address: string) => new URL(address).origin

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

function send(address: string, request: PublicRequest, signal: AbortSignal): Promise<PublicResponse> {
  const url = readAddress(address, request.reach, request)
  const { method = 'GET', headers = {}, body, resolve = resolveAll } = request
  const call = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    let isAnswered = false
    const sent = call(
      url,
      {
        method,
        signal,
        // A kept connection would lead to an address that was checked for another call.
        agent: false,
        lookup: checkedLookup(resolve, request.reach),
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      },
      (response) => {
        isAnswered = true
        void readBody(response, request).then((read) => done(read), fail)
      },
    )
    sent.on('error', fail)
    // A server that switches protocols unasked (101) has Node close the connection with neither an answer nor an error.
    sent.on('close', () => {
      if (!isAnswered) fail(new Error('the connection was closed without an answer'))
    })
    sent.end(body)
  })
}

/** Returns the URL; throws AddressRefusedError for a scheme, a name or an IP address that may not be called. */
export function readAddress(address: string, reach: Reach, { allowHttp }: { allowHttp?: true } = {}): URL {
  if (!URL.canParse(address)) throw new AddressRefusedError('this is no web address')
  const url = new URL(address)
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || (reach === 'public' && !allowHttp)))
    throw new AddressRefusedError('the address must begin with https://')
  if (url.username !== '' || url.password !== '')
    throw new AddressRefusedError('the address must have no user name and no password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) assertReachable(host, reach)
  // By HTTP only what stays on this machine, unless the seller says otherwise.
  if (url.protocol === 'http:' && reach === 'loopback' && !allowHttp && !isLoopbackName(host))
    throw new AddressRefusedError('the address must begin with https://')
  return url
}

/** Returns the lookup of a connection to a host, which gets checked addresses only; throws AddressRefusedError for an IP address. */
export function reachableLookup(host: string, reach: Reach): LookupFunction {
  if (isIP(host)) assertReachable(host, reach)
  return checkedLookup(resolveAll, reach)
}

/** Resolves a host as a connection to it would; throws AddressRefusedError, or what the DNS answers. */
export async function assertReachableHost(host: string, reach: Reach): Promise<void> {
  const addresses = isIP(host) ? [{ address: host }] : await resolveAll(host)
  for (const { address } of addresses) assertReachable(address, reach)
}

const isLoopbackName = (host: string) => host === 'localhost' || (isIP(host) > 0 && rangeOf(host) === 'loopback')

/** Returns the range of an IP address; an IPv4 address that the system itself takes for one (`::ffff:…`) is looked at as IPv4. */
function rangeOf(text: string): string {
  const address = ipaddr.process(text)
  const range = address.range()
  return address instanceof ipaddr.IPv6 && range === 'unicast' && !isPublic(address) ? 'reserved' : range
}

/**
 * Whether an IPv6 address without a special range is public: those are handed out from 2000::/3 only. In other ones there may be an IPv4
 * address, such as `::7f00:1`, and in those of ISATAP (RFC 5214) behind any network.
 */
function isPublic({ parts }: ipaddr.IPv6): boolean {
  const isIsatap = ((parts[4] ?? 0) & ~0x0300) === 0 && parts[5] === 0x5efe
  return (parts[0] ?? 0) >> 13 === 1 && !isIsatap
}

const ownNetwork = ['private', 'uniqueLocal', 'carrierGradeNat']

/** Throws unless the IP address may be called. What is neither public nor named here never is: multicast, link-local, reserved. */
function assertReachable(address: string, reach: Reach): void {
  const range = rangeOf(address)
  const isAllowed =
    range === 'unicast' ||
    (range === 'loopback' && (reach === 'loopback' || reach === 'local')) ||
    (ownNetwork.includes(range) && (reach === 'private' || reach === 'local'))
  if (!isAllowed) throw new AddressRefusedError(`${address} is not an address of the public internet`)
}

const resolveAll: Resolve = (host) => lookUp(host, { all: true })

/** Creates the lookup of a connection, which gets checked addresses only. */
function checkedLookup(resolve: Resolve, reach: Reach): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        try {
          for (const { address } of addresses) assertReachable(address, reach)
          const [first] = addresses
          if (!first) throw new Error(`${host} has no address`)
          if (options.all) callback(null, addresses)
          else callback(null, first.address, first.family)
        } catch (error) {
          callback(error as Error, '', 0)
        }
      },
      (error: unknown) => callback(error as Error, '', 0),
    )
  }
}

async function readBody(
  response: IncomingMessage,
  { maxBytes, refuseLonger, saveTo }: PublicRequest,
): Promise<PublicResponse> {
  const chunks: Buffer[] = []
  let length = 0
  // A server that says so is not waited for.
  if (refuseLonger && Number(response.headers['content-length']) > maxBytes) {
    response.destroy()
    throw new AnswerTooLongError(`the answer is longer than ${maxBytes} bytes`)
  }
  await using file = saveTo !== undefined && response.statusCode === 200 ? await open(saveTo, 'w', 0o600) : undefined
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (file) await file.write(chunk.subarray(0, Math.max(0, chunk.length - Math.max(0, length - maxBytes))))
    else chunks.push(chunk)
    if (length <= maxBytes) continue
    // The rest is not waited for.
    response.destroy()
    if (refuseLonger) throw new AnswerTooLongError(`the answer is longer than ${maxBytes} bytes`)
    break
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}
