export default function MyOrdersRoute() {
  return <h1 className="text-4xl">My Order</h1>
}
