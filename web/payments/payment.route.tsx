export default function PaymentRoute() {
  return <h1 className="text-4xl">Payment</h1>
}
