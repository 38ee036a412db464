const AuthPage = () => <p>auth</p>;
export default AuthPage;
