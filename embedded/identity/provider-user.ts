import { createHmac } from 'node:crypto'
import * as oauth from 'openid-client'
import type { OAuthClient } from './oauth-clients.ts'
import { readProfile } from './provider-profile.ts'
import type { ProviderProfile, ProviderUser } from './provider-profile.ts'
import { WireError } from './wire-error.ts'

type Ask = (path: string) => Promise<unknown>
type ReadUser = (request: Ask, accessToken: string, client: OAuthClient) => Promise<ProviderUser>

/** Fetches the user of an access token from a provider without ID tokens. */
export async function fetchProviderUser(client: OAuthClient, accessToken: string): Promise<ProviderProfile> {
  const readUser = readers[client.providerId]
  if (!readUser) throw new Error(`${client.providerId} is not known`)
  async function request(path: string): Promise<unknown> {
    const url = new URL(`${client.apiUrl}${path}`)
    const response = await oauth.fetchProtectedResource(client.configuration, accessToken, url, 'GET')
    if (!response.ok) throw new WireError('INVALID_IDP_RESPONSE', `The provider answered ${response.status}.`)
    return response.json()
  }
  return readProfile(client.providerId, await readUser(request, accessToken, client))
}

const readers: Record<string, ReadUser> = {
  'github.com': readGithubUser,
  'facebook.com': readFacebookUser,
  'twitter.com': readTwitterUser,
}

/** Reads a GitHub user. The address of the public profile is unverified; only the list of addresses is trusted. */
async function readGithubUser(request: Ask): Promise<ProviderUser> {
  const [user, emails] = await Promise.all([request('/user'), request('/user/emails')])
  const { id, login, name, avatar_url: picture } = fieldsOf(user)
  const primary = Array.isArray(emails) ? emails.map(fieldsOf).find((one) => one['primary'] === true) : undefined
  return {
    id: typeof id === 'number' ? String(id) : undefined,
    federatedId: `https://github.com/${String(id)}`,
    email: primary?.['verified'] === true ? primary['email'] : undefined,
    emailVerified: true,
    name: name ?? login,
    picture,
    screenName: login,
    raw: fieldsOf(user),
  }
}

/** Reads a Facebook user; the address counts as unverified, since Facebook does not say. */
async function readFacebookUser(
  request: Ask,
  accessToken: string,
  { clientSecret }: OAuthClient,
): Promise<ProviderUser> {
  const proof = createHmac('sha256', clientSecret).update(accessToken).digest('hex')
  const user = fieldsOf(await request(`/me?fields=id,name,email,picture.type(large)&appsecret_proof=${proof}`))
  return {
    id: user['id'],
    federatedId: `https://www.facebook.com/${String(user['id'])}`,
    email: user['email'],
    emailVerified: false,
    name: user['name'],
    picture: fieldsOf(fieldsOf(user['picture'])['data'])['url'],
    raw: user,
  }
}

/** Reads an X user. The address needs a permission of the app, and an old one may belong to someone else. */
async function readTwitterUser(request: Ask): Promise<ProviderUser> {
  const result = fieldsOf(await request('/users/me?user.fields=profile_image_url,confirmed_email'))
  const user = fieldsOf(result['data'])
  return {
    id: user['id'],
    federatedId: `https://x.com/i/user/${String(user['id'])}`,
    email: user['confirmed_email'],
    emailVerified: false,
    name: user['name'],
    picture: user['profile_image_url'],
    screenName: user['username'],
    raw: user,
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
