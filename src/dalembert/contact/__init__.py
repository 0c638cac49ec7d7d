"""Laws of contact as functions of matrices: complementarity with friction, impacts."""
