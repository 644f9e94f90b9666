import { normalizeIP } from '@fastify/rate-limit'

/** The part of an IPv6 address that providers give to one customer, in bits: by its /64s, such a customer counted as 256 visitors (2026-11-28). */
const customerBits = 56

/** Returns the part of an IP address by which limits count a visitor, in one spelling; an IPv4 address written as IPv6 counts as IPv4. */
export const visitorNetwork = (ip: string): string => normalizeIP(ip, customerBits)
